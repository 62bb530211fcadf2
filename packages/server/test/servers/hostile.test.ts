import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startConsole } from '../running-console.ts'
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
