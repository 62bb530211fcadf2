/** A search below sub-folders: what is found, told once however the calls are cut, and who may not look. */
import { accountsOf, allow } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'
import { LISTED, objectStorage } from './object-storage.ts'
import { listed, visitorOf } from './scripted-visitor.ts'

const given = withConsole()
const storage = objectStorage(given)

interface HandlerResult {
  objects: { name: string; size: number; last_modified: string }[]
  looked: number
  next?: string
  continuation?: string
}

const KEYS = ['Report.pdf', 'a/report/1.txt', 'a/report/2.txt', 'b/c/old report.txt', 'b/other.txt', 'reports']

async function filled() {
  const { user, bucket, at } = await storage.bucketWith()
  for (const key of KEYS) await storage.put(bucket, key, key)
  const search = async (query: Record<string, string>): Promise<HandlerResult> => {
    const answer = await user.get(`${at}/objects/search?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(200)
    return answer.json as HandlerResult
  }
  await expect.poll(async () => (await search({ text: 'x' })).looked, LISTED).toBe(KEYS.length)
  return { user, at, search }
}

const names = ({ objects }: HandlerResult) => objects.map(({ name }) => name)

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

test('who may not list a bucket hears which right is missing', async () => {
  const { bucket, at } = await storage.bucketWith()
  const alice = visitor(given.server.url)
  const keys = await accountsOf(given.storage).allowed(allow(['s3:GetObject', 's3:PutObject'], `${bucket}/*`))
  expect((await alice.signIn(keys)).status).toBe(201)
  const refused = await alice.get(`${at}/objects/search?text=a`)
  const why = { code: 'AccessDenied', message: expect.stringContaining('s3:ListBucket') }
  expect([refused.status, refused.json]).toMatchObject([403, why])
})

test('a call that takes long says where the next goes on, and each key is looked at once', async () => {
  const keys = Array.from({ length: 9 }, (_, at) => `f/${at}`)
  const begun: string[] = []
  const user = await visitorOf(({ query }, response) => {
    const token = query.get('continuation-token')
    const after = query.get('start-after') ?? ''
    if (token === null) begun.push(after)
    const at = token === null ? keys.filter((key) => key <= after).length : Number(token)
    const page = listed(keys.slice(at, at + 2), at + 2 < keys.length, String(at + 2))
    if (token === null) return page
    // Longer than a call looks.
    setTimeout(() => response.end(page), 1000)
    return undefined
  })
  const told: string[] = []
  const asked: string[] = []
  let looked = 0
  const ask = async (from: Record<string, string>) => {
    const query = new URLSearchParams({ text: 'f', prefix: '', ...from })
    const answer = (await user.get(`/api/v1/buckets/photos/objects/search?${query}`)).json as HandlerResult
    told.push(...names(answer))
    looked += answer.looked
    return answer
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    asked.push(after)
    after = (await ask({ after })).next
  }
  expect([told, looked]).toEqual([['f/'], keys.length])
  expect(begun, 'the storage is asked to begin anew once a call').toEqual(asked)
  expect(asked.length).toBeGreaterThan(1)

  begun.length = 0
  told.length = 0
  looked = 0
  let answer = await ask({})
  while (answer.next !== undefined) {
    const { next, continuation = '' } = answer
    answer = await ask({ after: next, continuation })
  }
  expect([told, looked], 'from where the storage stands').toEqual([['f/'], keys.length])
  expect(begun, 'the storage begins once').toEqual([''])
})

test('without a text or a bucket nothing is searched', async () => {
  const { user, at } = await storage.bucketWith()
  expect((await user.get(`${at}/objects/search`)).status).toBe(400)
  const missing = await user.get('/api/v1/buckets/no-such-bucket-here/objects/search?text=a')
  expect(missing.status).toBe(404)
  expect(missing.json).toMatchObject({ code: 'NoSuchBucket' })
})
