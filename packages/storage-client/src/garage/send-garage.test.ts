import { readdirSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, type ReceivedRequest } from '../../test/scripted-server.ts'
import { accountOf } from '../account.ts'
import { createBucket, deleteBucket, getBucketQuota, listBuckets, setBucketQuota } from '../buckets.ts'
import type { StorageClient } from '../client.ts'
import { StorageEndpoint } from '../endpoint.ts'
import { setGarageRights } from './buckets.ts'
import { listGarageKeys } from './keys.ts'
import { garageToken } from './session.ts'

type Call = (client: StorageClient, ...input: unknown[]) => unknown
type Respond = (request: ReceivedRequest, response: ServerResponse) => void

const files = readdirSync(import.meta.dirname)
  .filter((name) => !name.includes('.test.'))
  .map((name) => `./${name}`)
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(file)))
/** Every function that takes a client, but the one that only says whether there is a token. */
const calls = modules
  .flatMap((exports) => Object.entries(exports))
  .filter((entry): entry is [string, Call] => /^(async )?function \w+\(client/.test(String(entry[1])))

const RIGHTS = { read: true, write: false, owner: false }
const inputOf = (name: string) => (name === 'createSessionKey' ? [Date.now()] : ['bucket', 'GK1', RIGHTS])
const S3 = { kind: 's3', product: 'Garage' } as const

/** A client whose server of S3, and that of the admin API, respond with the same function. */
async function clientsOf(respond: Respond) {
  const { client, requests } = await clientOf(respond)
  const at = (garageUrl: URL | undefined, garage: StorageClient['garage']) => {
    const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile: S3, ...(garageUrl && { garageUrl }) })
    onTestFinished(() => endpoint.close())
    return { ...client, endpoint, ...(garage && { garage }) }
  }
  return { at, url: client.endpoint.url, requests }
}

const json = (value: unknown, status = 200): Respond => {
  return (_request, response) => response.writeHead(status).end(JSON.stringify(value))
}

test('finds the calls of Garage', () => {
  expect(calls.length).toBeGreaterThan(18)
})

test.each(calls)('sends nothing of %s without a token, or without an address for it', async (name, call) => {
  const { at, url, requests } = await clientsOf(json({}))
  for (const client of [at(url, undefined), at(undefined, { token: 'secret', hasKey: true })]) {
    await expect(async () => await call(client, ...inputOf(name))).rejects.toMatchObject({ code: 'NotImplemented' })
  }
  // The S3 server would have taken the path for an object.
  expect(requests).toEqual([])
})

test('sends the token to the admin API only, and nothing of it to S3', async () => {
  const { at, requests } = await clientsOf((_request, response) => response.writeHead(500).end())
  const admin = await clientsOf((request, response) =>
    response.end(request.url?.startsWith('/v2/ListBuckets') ? '[]' : '{"name":"one","scope":["*"]}'),
  )
  const client = at(admin.url, { token: 'secret', hasKey: false })
  expect(await accountOf(client)).toMatchObject({ accountName: 'one', hasPolicy: true, buckets: [] })
  expect(requests).toEqual([])
  expect(admin.requests.map(({ url, headers }) => [url, headers.authorization]).sort()).toEqual([
    ['/v2/GetCurrentAdminTokenInfo', 'Bearer secret'],
    ['/v2/ListBuckets', 'Bearer secret'],
  ])
})

test('buckets and quotas of clients without a token are those of S3 and of MinIO', async () => {
  const { at, url, requests } = await clientsOf((_request, response) => response.writeHead(403).end())
  const client = at(url, undefined)
  for (const call of [listBuckets, createBucket, deleteBucket]) {
    await expect(call(client, 'photos')).rejects.toMatchObject({ status: 403 })
  }
  expect(requests.map((request) => [request.method, request.url])).toEqual([
    ['GET', '/'],
    ['PUT', '/photos'],
    ['DELETE', '/photos'],
  ])
  await expect(getBucketQuota(client, 'photos')).rejects.toMatchObject({ code: 'NotImplemented' })
  await expect(setBucketQuota(client, 'photos', undefined)).rejects.toMatchObject({ code: 'NotImplemented' })
})

test('names the call that the scope of the token lacks', async () => {
  const refused = { code: 'AccessDenied', message: 'Forbidden: Invalid bearer token', path: '/v2/ListKeys' }
  const { at, url } = await clientsOf(json(refused, 403))
  const listing = listGarageKeys(at(url, { token: 'secret', hasKey: true }))
  await expect(listing).rejects.toMatchObject({ code: 'AccessDenied', permission: 'garage:ListKeys' })
})

test.each([
  ['a website', '<!doctype html><title>Shop</title>', 'unreadable'],
  ['something else', '{"keys":[]}', 'unreadable'],
])('a list of keys that is %s is unreadable', async (_, body, kind) => {
  const { at, url } = await clientsOf((_request, response) => response.end(body))
  await expect(listGarageKeys(at(url, { token: 'secret', hasKey: true }))).rejects.toMatchObject({ kind })
})

test('takes rights away before it gives others', async () => {
  const { at, url, requests } = await clientsOf(json({ id: 'b1' }))
  const client = at(url, { token: 'secret', hasKey: true })
  await setGarageRights(client, 'photos', 'GK1', { read: true, write: false, owner: false })
  const key = { bucketId: 'b1', accessKeyId: 'GK1' }
  expect(requests.slice(1).map((request) => [request.url, JSON.parse(request.body)])).toEqual([
    ['/v2/DenyBucketKey', { ...key, permissions: { read: false, write: true, owner: true } }],
    ['/v2/AllowBucketKey', { ...key, permissions: { read: true, write: false, owner: false } }],
  ])
})

test.each([
  [['*'], 'ListKeys', true],
  [['ListBuckets'], 'ListKeys', false],
  [['ListKeys'], 'ListKeys', true],
  [[], 'ListKeys', false],
] as const)('a token with the scope %j may do %s: %s', async (scope, call, isAllowed) => {
  const { at, url } = await clientsOf(json({ name: 'one', scope }))
  const token = await garageToken(at(url, { token: 'secret', hasKey: false }))
  expect(token.allows(call)).toBe(isAllowed)
})

test('lists buckets that only single keys have names for under their IDs, and opens them once', async () => {
  const id = 'ab'.repeat(32)
  const named = { id: 'cd'.repeat(32), globalAliases: ['photos'], localAliases: [] }
  const nameless = { id, globalAliases: [], localAliases: [{ alias: 'mine', accessKeyId: 'GK1' }] }
  let open: object[] = []
  const s3 = await clientsOf((_request, response) =>
    response.end(
      '<ListAllMyBucketsResult><Buckets><Bucket><Name>photos</Name><CreationDate>2026-01-01T00:00:00Z</CreationDate></Bucket></Buckets></ListAllMyBucketsResult>',
    ),
  )
  const admin = await clientsOf((request, response) => {
    const call = request.url.split(/[/?]/)[2]
    if (call === 'ListBuckets') response.end(JSON.stringify([named, nameless]))
    else if (call === 'GetKeyInfo') response.end(JSON.stringify({ buckets: open }))
    else if (call === 'AllowBucketKey') {
      open = [nameless]
      response.end('{}')
    } else response.end(JSON.stringify({ ...nameless, quotas: { maxSize: null, maxObjects: 7 } }))
  })
  const client = s3.at(admin.url, { token: 'secret', hasKey: true })
  for (const _ of [1, 2]) expect((await listBuckets(client)).map(({ name }) => name)).toEqual(['photos', id])
  const opened = admin.requests.filter(({ url }) => url === '/v2/AllowBucketKey')
  expect(opened.map(({ body }) => JSON.parse(body).bucketId)).toEqual([id])

  expect(await getBucketQuota(client, id)).toEqual({ quota: 0, type: '', maxObjects: 7 })
  expect(admin.requests.at(-1)?.url).toBe(`/v2/GetBucketInfo?id=${id}`)
  await setBucketQuota(client, id, { quota: 5, type: 'hard' })
  await setBucketQuota(client, id, undefined, 9)
  await setBucketQuota(client, id, undefined, 0)
  const quotas = admin.requests.flatMap(({ url, body }) =>
    url.startsWith('/v2/UpdateBucket') ? [JSON.parse(body).quotas] : [],
  )
  expect(quotas).toEqual([
    { maxSize: 5, maxObjects: 7 },
    { maxSize: null, maxObjects: 9 },
    { maxSize: null, maxObjects: null },
  ])
})

test('no other server limits the number of objects', async () => {
  const { at, requests } = await clientsOf(json({}))
  const setting = setBucketQuota(at(undefined, undefined), 'photos', { quota: 5, type: 'hard' }, 9)
  await expect(setting).rejects.toMatchObject({ code: 'NotImplemented' })
  expect(requests).toEqual([])
})
