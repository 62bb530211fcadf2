import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startConsole } from '../running-console.ts'
import { accountDocument, stsKeys } from '../scripted-storage.ts'
import { visitor } from '../visitor.ts'

const KEYS = { accessKey: 'alice', secretKey: 'alice-secret' }
const BUCKETS = '<ListAllMyBucketsResult><Owner><ID>a</ID></Owner><Buckets/></ListAllMyBucketsResult>'

/** Signs in at the console of a server that answers every request in its way, and records them. */
async function signInAt(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = []
  const storage = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ? 'signed' : ''}`.trim())
    request.resume().on('end', () => respond(request, response))
  })
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve))
  const console = await startConsole(`http://127.0.0.1:${(storage.address() as AddressInfo).port}`)
  const user = visitor(console.url)
  const reply = await user.signIn(KEYS)
  return {
    reply,
    user,
    requests,
    async stop() {
      await console.stop()
      storage.closeAllConnections()
      await new Promise((resolve) => storage.close(resolve))
    },
  }
}

test.each<[string, number, string, (request: IncomingMessage, response: ServerResponse) => void]>([
  [
    'a website',
    502,
    'StorageIsWebsite',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html><title>Shop</title></html>'),
  ],
  [
    'a redirect',
    502,
    'StorageIsWebsite',
    (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  ],
  [
    'a redirect to HTTPS',
    502,
    'StorageNeedsHttps',
    ({ headers }, response) => response.writeHead(301, { location: `https://${headers.host}/` }).end(),
  ],
  ['a wall that refuses everything', 502, 'StorageIsWebsite', (_, response) => response.writeHead(403).end()],
  [
    'a website that refuses everything',
    502,
    'StorageIsWebsite',
    (_, response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Forbidden</h1>'),
  ],
  ['nonsense', 502, 'StorageIsWebsite', (_, response) => response.end('\0\u0001 nonsense')],
])('says that there is %s instead of a storage server, and sends no keys further', async (_, status, code, respond) => {
  const { reply, requests, stop } = await signInAt(respond)
  expect([reply.status, reply.json]).toEqual([status, expect.objectContaining({ code })])
  expect(requests.filter((one) => one.includes('/minio/') && one.endsWith('signed'))).toEqual([])
  await stop()
})

test('sends no admin call to a server that only says that it is MinIO', async () => {
  const { reply, user, requests, stop } = await signInAt(({ url = '' }, response) => {
    response.setHeader('server', 'MinIO').setHeader('x-amz-request-id', '1')
    // It would store whatever comes.
    if (url.startsWith('/minio/')) response.writeHead(200).end('{}')
    else response.end(BUCKETS)
  })
  expect(reply.status).toBe(201)
  expect((await user.get('/api/v1/session')).json).toMatchObject({ product: 'MinIO', features: [] })
  const quota = { enabled: true, quota_type: 'hard', amount: 1_000_000 }
  expect((await user.call('PUT', '/api/v1/buckets/photos/quota', { json: quota })).status).toBe(501)
  expect(requests.filter((one) => one.includes('/minio/') && one.endsWith('signed'))).toEqual([])
  await stop()
})

test.each([
  ['a refusal', 409, 'BucketFrozen', 'BucketFrozen', 'The bucket is frozen until Monday.'],
  ['a refusal with the name of a property', 409, 'constructor', 'status 409', 'The bucket is frozen until Monday.'],
  ['an internal error', 500, 'BucketFrozen', 'BucketFrozen', ''],
])(
  'shows the words of %s that has no message of ours, but for internal errors',
  async (_, status, code, reason, words) => {
    const { user, stop } = await signInAt(({ url = '' }, response) => {
      if (!url.startsWith('/photos')) return response.end(BUCKETS)
      const message = 'The bucket is frozen\n until Monday.'
      response.writeHead(status).end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`)
    })
    expect((await user.get('/api/v1/buckets/photos/versioning')).json).toMatchObject({
      code: 'StorageError',
      message: `The storage server returned an error: ${reason}.`,
      detailedMessage: words,
    })
    await stop()
  },
)

test('counts current objects where the versions can’t be listed, and continues where a call ended', async () => {
  const object = '<Contents><Key>a</Key><LastModified>2026-01-01T00:00:00Z</LastModified><Size>7</Size></Contents>'
  const { user, requests, stop } = await signInAt(({ url = '' }, response) => {
    if (!url.startsWith('/photos')) return response.end(BUCKETS)
    if (url.includes('versions')) {
      return response.writeHead(501).end('<Error><Code>NotImplemented</Code><Message>no</Message></Error>')
    }
    response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${object}</ListBucketResult>`)
  })
  const path = '/api/v1/buckets/photos/usage'
  expect((await user.get(path)).json).toEqual({ objects: 1, size: 7, counts: 'objects' })
  await user.get(`${path}?counts=objects&after=token-2`)
  expect(requests.at(-1)).toContain('continuation-token=token-2')
  const { json } = await user.get(`${path}?after=b.txt&after_version=3`)
  expect(requests.at(-1)).toContain('key-marker=b.txt&version-id-marker=3')
  expect(json).toMatchObject({ code: 'NotInThisSetup' })
  await stop()
})

test('sends no admin call any more when another server runs at the address, and takes it for what it is at the next sign-in', async () => {
  let isReplaced = false
  const { reply, user, requests, stop } = await signInAt(({ method, headers }, response) => {
    const isSigned = headers.authorization !== undefined
    if (isReplaced) {
      // It doesn't know the temporary keys, and would store whatever comes with others.
      const isKnown = headers.authorization?.includes('Credential=alice/')
      if (isSigned && !isKnown) response.writeHead(403).end('<Error><Code>InvalidAccessKeyId</Code></Error>')
      else if (isSigned) response.end(BUCKETS)
      else response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>Access Denied.</Message></Error>')
    } else if (!isSigned) response.writeHead(403).end('{"Code":"AccessDenied","Message":"Access Denied."}')
    else if (method === 'POST') response.end(stsKeys())
    else response.end(accountDocument({ Statement: [{ Effect: 'Allow', Action: ['s3:*', 'admin:*'] }] }))
  })
  expect(reply.status).toBe(201)
  expect((await user.get('/api/v1/session')).json).toMatchObject({
    product: 'MinIO',
    features: ['admin', 'alerts', 'heal', 'activity', 'batch-jobs', 'kms', 'site-replication', 'support-files'],
  })

  isReplaced = true
  const quota = { enabled: true, quota_type: 'hard', amount: 1_000_000 }
  const json = { json: quota }
  expect((await user.call('PUT', '/api/v1/buckets/photos/quota', json)).json).toMatchObject({ code: 'SessionEnded' })
  requests.length = 0
  expect((await user.signIn(KEYS)).status).toBe(201)
  expect((await user.get('/api/v1/session')).json).toMatchObject({ product: 'S3', features: [] })
  expect((await user.call('PUT', '/api/v1/buckets/photos/quota', json)).json).toMatchObject({ code: 'NotInThisSetup' })
  expect(requests.filter((one) => one.includes('/minio/') && one.endsWith('signed'))).toEqual([])
  await stop()
})

test('lets nobody in to a server that refuses as MinIO does and has nothing else of it', async () => {
  const { reply, user, stop } = await signInAt(({ url = '', headers }, response) => {
    if (headers.authorization === undefined)
      response.writeHead(403).end('{"Code":"AccessDenied","Message":"Access Denied."}')
    else response.end(url === '/' ? BUCKETS : '{}')
  })
  expect([reply.status, reply.json]).toEqual([502, expect.objectContaining({ code: 'StorageIsWebsite' })])
  expect((await user.get('/api/v1/session')).status).toBe(401)
  await stop()
})

test('says of each part of an object and of a bucket that the server doesn’t have it, and asks for it once', async () => {
  const { user, requests, stop } = await signInAt(({ method, url = '' }, response) => {
    const missing = ['tagging', 'retention', 'legal-hold', 'versions', 'lifecycle', 'encryption', 'object-lock']
    if (missing.some((name) => new RegExp(`[?&]${name}(=|&|$)`).test(url))) {
      response.writeHead(501).end('<Error><Code>NotImplemented</Code><Message>no</Message></Error>')
    } else if (method === 'HEAD') {
      response
        .writeHead(200, { 'content-length': '3', etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' })
        .end()
    } else response.end(BUCKETS)
  })
  const unread = (feature: string) => ({
    unread: { code: 'NotInThisSetup', message: `The storage server doesn’t support ${feature}.` },
  })
  const path = '/api/v1/buckets/photos'
  for (const _ of [1, 2]) {
    const { status, json } = await user.get(`${path}/objects/details?prefix=a.txt`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      size: 3,
      tags: unread('tags of objects'),
      legal_hold: unread('object locking'),
      retention: unread('object locking'),
    })
  }
  expect(requests.filter((one) => one.includes('tagging'))).toHaveLength(1)
  for (const [part, feature] of [
    ['/lifecycle', 'lifecycle rules'],
    ['/encryption/info', 'encryption'],
    ['/objects?prefix=a.txt&with_versions=true', 'versions of objects'],
  ]) {
    expect((await user.get(`${path}${part}`)).json).toMatchObject({
      code: 'NotInThisSetup',
      message: `The storage server doesn’t support ${feature}.`,
    })
  }
  await stop()
})
