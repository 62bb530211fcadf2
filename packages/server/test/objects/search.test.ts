/** A search below sub-folders: what is found, told once however the calls are cut, and who may not look. */
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { LISTED, objectStorage } from './object-storage.ts'

const given = withConsole()
const storage = objectStorage(given)

interface Answer {
  objects: { name: string; size: number; last_modified: string }[]
  looked: number
  next?: string
}

const KEYS = ['Report.pdf', 'a/report/1.txt', 'a/report/2.txt', 'b/c/old report.txt', 'b/other.txt', 'reports']

async function filled() {
  const { user, bucket, at } = await storage.bucketWith()
  for (const key of KEYS) await storage.put(bucket, key, key)
  const search = async (query: Record<string, string>): Promise<Answer> => {
    const answer = await user.get(`${at}/objects/search?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(200)
    return answer.json as Answer
  }
  await expect.poll(async () => (await search({ text: 'x' })).looked, LISTED).toBe(KEYS.length)
  return { user, at, search }
}

const names = ({ objects }: Answer) => objects.map(({ name }) => name)

test('objects and folders are found at any depth, below the folder that is asked for', async () => {
  const { search } = await filled()
  const all = await search({ text: 'REPORT' })
  expect(names(all)).toEqual(['Report.pdf', 'a/report/', 'b/c/old report.txt', 'reports'])
  expect(all.next).toBeUndefined()
  expect(all.objects[0]).toMatchObject({ size: 10, last_modified: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect(all.objects[1]).toMatchObject({ size: 0, last_modified: '' })

  expect(await search({ text: 'report', prefix: 'b/' })).toMatchObject({
    looked: 2,
    objects: [{ name: 'b/c/old report.txt' }],
  })
  expect(await search({ text: 'nothing' })).toEqual({ objects: [], looked: KEYS.length })
})

test('cut into calls of one find each, nothing is told twice or left out', async () => {
  const { search } = await filled()
  const told: string[] = []
  let after = ''
  let looked = 0
  for (;;) {
    const answer = await search({ text: 't', limit: '1', after })
    told.push(...names(answer))
    looked += answer.looked
    if (answer.next === undefined) break
    after = answer.next
  }
  expect(told).toEqual([
    'Report.pdf',
    'a/report/',
    'a/report/1.txt',
    'a/report/2.txt',
    'b/c/old report.txt',
    'b/other.txt',
    'reports',
  ])
  expect(looked).toBe(KEYS.length)
})

test('without a text or a bucket nothing is searched', async () => {
  const { user, at } = await storage.bucketWith()
  expect((await user.get(`${at}/objects/search`)).status).toBe(400)
  const missing = await user.get('/api/v1/buckets/no-such-bucket-here/objects/search?text=a')
  expect(missing.status).toBe(404)
  expect(missing.json).toMatchObject({ code: 'NoSuchBucket' })
})
