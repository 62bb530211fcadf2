/** Search below sub-folders: the matches, each returned once across calls, and permissions. */
import { accountsOf, allow } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { withConsole } from '../running-console.ts'
import { visitor } from '../visitor.ts'
import { LISTED, objectStorage } from './object-storage.ts'
import { listed, visitorOf } from './scripted-visitor.ts'

const given = await withConsole()
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
    const response = await user.get(`${at}/objects/search?${new URLSearchParams(query)}`)
    expect(response.status).toBe(200)
    return response.json as HandlerResult
  }
  await expect.poll(async () => (await search({ text: 'x' })).looked, LISTED).toBe(KEYS.length)
  return { user, at, search }
}

const names = ({ objects }: HandlerResult) => objects.map(({ name }) => name)

test('finds objects and folders at any depth below the given folder', async () => {
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

test('split into calls of one match each, returns every match exactly once', async () => {
  const { search } = await filled()
  const matches: string[] = []
  let after = ''
  let looked = 0
  for (;;) {
    const response = await search({ text: 't', limit: '1', after })
    matches.push(...names(response))
    looked += response.looked
    if (response.next === undefined) break
    after = response.next
  }
  expect(matches).toEqual([
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

test('names the missing permission to list the bucket', async () => {
  const { bucket, at } = await storage.bucketWith()
  const alice = visitor(given.server.url)
  const keys = await accountsOf(given.storage).allowed(allow(['s3:GetObject', 's3:PutObject'], `${bucket}/*`))
  expect((await alice.signIn(keys)).status).toBe(201)
  const refused = await alice.get(`${at}/objects/search?text=a`)
  const why = { code: 'AccessDenied', message: expect.stringContaining('s3:ListBucket') }
  expect([refused.status, refused.json]).toMatchObject([403, why])
})

test('a long call returns where the next continues, and each key is scanned once', async () => {
  const keys = Array.from({ length: 9 }, (_, at) => `f/${at}`)
  const started: string[] = []
  const user = await visitorOf(({ query }, response) => {
    const token = query.get('continuation-token')
    const after = query.get('start-after') ?? ''
    if (token === null) started.push(after)
    const at = token === null ? keys.filter((key) => key <= after).length : Number(token)
    const page = listed(keys.slice(at, at + 2), at + 2 < keys.length, String(at + 2))
    if (token === null) return page
    // Longer than one call scans.
    setTimeout(() => response.end(page), 1000)
    return undefined
  })
  const matches: string[] = []
  const requests: string[] = []
  let looked = 0
  const searchPart = async (from: Record<string, string>) => {
    const query = new URLSearchParams({ text: 'f', prefix: '', ...from })
    const response = (await user.get(`/api/v1/buckets/photos/objects/search?${query}`)).json as HandlerResult
    matches.push(...names(response))
    looked += response.looked
    return response
  }
  for (let after: string | undefined = ''; after !== undefined; ) {
    requests.push(after)
    after = (await searchPart({ after })).next
  }
  expect([matches, looked]).toEqual([['f/'], keys.length])
  expect(started, 'the listing restarts once per call').toEqual(requests)
  expect(requests.length).toBeGreaterThan(1)

  started.length = 0
  matches.length = 0
  looked = 0
  let response = await searchPart({})
  while (response.next !== undefined) {
    const { next, continuation = '' } = response
    response = await searchPart({ after: next, continuation })
  }
  expect([matches, looked], 'resumes at the token').toEqual([['f/'], keys.length])
  expect(started, 'the listing starts once').toEqual([''])
})

test('rejects a search without a text or a bucket', async () => {
  const { user, at } = await storage.bucketWith()
  expect((await user.get(`${at}/objects/search`)).status).toBe(400)
  const missing = await user.get('/api/v1/buckets/no-such-bucket-here/objects/search?text=a')
  expect(missing.status).toBe(404)
  expect(missing.json).toMatchObject({ code: 'NoSuchBucket' })
})
