import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, errorDocument } from '../test/scripted-server.ts'
import {
  deleteObject,
  getBucketTags,
  headObject,
  listBuckets,
  putBucketTags,
  putObject,
  type StorageClient,
  StorageEndpoint,
} from './index.ts'
import { requestUrl, send, sendForText } from './send.ts'

const EMPTY_LIST = '<ListAllMyBucketsResult><Buckets></Buckets></ListAllMyBucketsResult>'

async function* bytes(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

test('a setting that a server without an admin API doesn’t have is asked for once, until the next sign-in', async () => {
  const { client, requests } = await clientOf((request, response) => {
    const isMissing = request.method === 'GET' && request.url.startsWith('/photos?tagging')
    response.writeHead(isMissing ? 501 : 404).end(errorDocument(isMissing ? 'NotImplemented' : 'NoSuchTagSet'))
  })
  const { url } = client.endpoint
  const endpoint = new StorageEndpoint({ url, profile: { kind: 's3', product: 'Garage' } })
  onTestFinished(() => endpoint.close())
  const read = async (at: StorageClient, bucket: string) => await getBucketTags(at, bucket).catch(({ code }) => code)
  const other = { ...client, endpoint }

  expect([await read(other, 'photos'), await read(other, 'films')]).toEqual(['NotImplemented', 'NotImplemented'])
  expect(requests).toHaveLength(1)
  await putBucketTags(other, 'films', { a: 'b' }).catch(() => undefined)
  expect(requests, 'a change is sent: the visitor wants to know').toHaveLength(2)
  endpoint.forgetProfile()
  expect(await read(other, 'photos')).toBe('NotImplemented')
  expect(requests).toHaveLength(3)
  // On MinIO it depends on the setup.
  expect([await read(client, 'photos'), await read(client, 'photos')]).toEqual(['NotImplemented', 'NotImplemented'])
  expect(requests).toHaveLength(5)
})

test.each([
  ['MinIO', true],
  ['S3', false],
])('connections to %s stay open after a HEAD: %s', async (product, stayOpen) => {
  const { client, requests } = await clientOf((_request, response) =>
    response.writeHead(200, { 'content-length': 5, 'last-modified': new Date(0).toUTCString() }).end(),
  )
  const endpoint = new StorageEndpoint({ url: client.endpoint.url, profile: { kind: 's3', product } })
  onTestFinished(() => endpoint.close())
  for (let at = 0; at < 20; at++) await headObject({ ...client, endpoint }, 'photos', 'a')
  expect(requests).toHaveLength(20)
  const connections = new Set(requests.map(({ port }) => port)).size
  // The pool may open a second one before it knows that the first is free.
  expect(connections < 4).toBe(stayOpen)
})

test('an admin call that passes on another server’s region teaches none', async () => {
  const region = '<Region>eu-west-1</Region>'
  const { client, requests } = await clientOf((_request, response) =>
    response.writeHead(400).end(errorDocument('AuthorizationHeaderMalformed', region)),
  )
  const call = { method: 'POST' as const, path: '/minio/admin/v3/start-job', body: 'replicate: {}' }
  await expect(send(client, call)).rejects.toMatchObject({ code: 'AuthorizationHeaderMalformed' })
  expect([requests.length, client.endpoint.region]).toEqual([1, 'us-east-1'])
})

test('a proxy that responds with 501 says nothing about the server', async () => {
  const { client, requests } = await clientOf((_request, response) => response.writeHead(501).end('<html></html>'))
  const { url } = client.endpoint
  const endpoint = new StorageEndpoint({ url, profile: { kind: 's3', product: 'S3' } })
  onTestFinished(() => endpoint.close())
  for (const bucket of ['photos', 'films']) {
    await expect(getBucketTags({ ...client, endpoint }, bucket)).rejects.toMatchObject({ status: 501 })
  }
  expect(requests).toHaveLength(2)
})

test.each([
  ['/', '/', 's3.example.com'],
  ['/photos', '/', 'photos.s3.example.com'],
  ['/photos/', '/', 'photos.s3.example.com'],
  ['/photos/a/b', '/a/b', 'photos.s3.example.com'],
  ['/photos//a', '//a', 'photos.s3.example.com'],
  // A certificate for *.s3.example.com doesn't cover the first, and no host has the second.
  ['/photos.old/a', '/photos.old/a', 's3.example.com'],
  ['/Photos_1/a', '/Photos_1/a', 's3.example.com'],
  ['/minio/admin/v3/info', '/minio/admin/v3/info', 's3.example.com'],
])('with a host for each bucket, %s is %s at %s', (path, expected, host) => {
  const endpoint = new StorageEndpoint({ url: new URL('https://s3.example.com'), isVirtualHosted: true })
  onTestFinished(() => endpoint.close())
  const url = requestUrl(endpoint, { path })
  expect([url.pathname, url.hostname]).toEqual([expected, host])
})

test('an IP address has no host for a bucket', () => {
  for (const address of ['http://127.0.0.1:9000', 'http://[::1]:9000']) {
    const endpoint = new StorageEndpoint({ url: new URL(address), isVirtualHosted: true })
    onTestFinished(() => endpoint.close())
    expect(requestUrl(endpoint, { path: '/photos/a' }).href).toBe(`${address}/photos/a`)
  }
})

test.each(['SecondLevelDomainForbidden', 'PathStyleDomainForbidden'])(
  'a server that refuses paths of buckets with %s is sent their hosts from then on',
  async (code) => {
    const { client, requests } = await clientOf(({ headers }, response) => {
      if (headers.host?.startsWith('photos.localhost')) response.setHeader('etag', '"e"').end()
      else response.writeHead(403).end(errorDocument(code))
    })
    const url = new URL(client.endpoint.url)
    url.hostname = 'localhost'
    const endpoint = new StorageEndpoint({ url, profile: { kind: 's3', product: 'S3' } })
    onTestFinished(() => endpoint.close())
    await deleteObject({ ...client, endpoint }, 'photos', 'a.txt')
    expect(endpoint.isVirtualHosted).toBe(true)
    expect(requests.map(({ headers }) => headers.host?.split(':')[0])).toEqual(['localhost', 'photos.localhost'])
  },
)

test('signs again with the region from the error response, and keeps it for later requests', async () => {
  const { client, requests } = await clientOf(({ headers }, response) => {
    if (headers.authorization?.includes('/eu-west-9/')) response.end(EMPTY_LIST)
    else response.writeHead(400).end(errorDocument('AuthorizationHeaderMalformed', '<Region>eu-west-9</Region>'))
  })
  await listBuckets(client)
  await listBuckets(client)
  expect(requests).toHaveLength(3)
  expect(client.endpoint.region).toBe('eu-west-9')
})

test('requests that were on their way when another one learned the region are signed again too', async () => {
  const { client, requests } = await clientOf(({ headers }, response) => {
    if (headers.authorization?.includes('/eu-west-9/')) response.end(EMPTY_LIST)
    else response.writeHead(400).end(errorDocument('AuthorizationHeaderMalformed', '<Region>eu-west-9</Region>'))
  })
  expect(await Promise.all([1, 2, 3].map(() => listBuckets(client)))).toEqual([[], [], []])
  expect(requests).toHaveLength(6)
})

test('reads the region from the message if nothing else names it', async () => {
  const { client } = await clientOf(({ headers }, response) => {
    const message = "The authorization header is malformed; the region is wrong; expecting 'eu-west-9'."
    if (headers.authorization?.includes('/eu-west-9/')) response.end(EMPTY_LIST)
    else
      response
        .writeHead(400)
        .end(`<Error><Code>AuthorizationHeaderMalformed</Code><Message>${message}</Message></Error>`)
  })
  expect(await listBuckets(client)).toEqual([])
})

test('reads the region from the header if STS names it only in the message', async () => {
  const { client } = await clientOf(({ headers }, response) => {
    if (headers.authorization?.includes('/eu-west-9/')) response.end(EMPTY_LIST)
    else {
      response.writeHead(403, { 'x-amz-bucket-region': 'eu-west-9' })
      response.end(
        '<ErrorResponse><Error><Code>AccessDenied</Code><Message>the region is wrong</Message></Error></ErrorResponse>',
      )
    }
  })
  expect(await listBuckets(client)).toEqual([])
})

test('finds out the region before sending a body that cannot be repeated', async () => {
  const { client, requests } = await clientOf(({ headers }, response) => {
    if (headers.authorization?.includes('/eu-west-9/')) response.setHeader('etag', '"e"').end()
    else response.writeHead(400).end(errorDocument('AuthorizationHeaderMalformed', '<Region>eu-west-9</Region>'))
  })
  const store = () => putObject(client, 'photos', 'a', { size: 4, bytes: bytes('body') }, 'text/plain')
  expect([await store(), await store()]).toEqual(['e', 'e'])
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /photos?location=',
    'GET /photos?location=',
    'PUT /photos/a',
    'PUT /photos/a',
  ])
  expect(requests[2]).toMatchObject({ body: 'body', headers: { 'content-length': '4' } })
})

test('a body that cannot be repeated has to be sent again after the region has changed', async () => {
  let region = 'eu-west-8'
  const { client } = await clientOf(({ headers }, response) => {
    if (headers.authorization?.includes(`/${region}/`)) response.setHeader('etag', '"e"').end()
    else response.writeHead(400).end(errorDocument('AuthorizationHeaderMalformed', `<Region>${region}</Region>`))
  })
  const store = () => putObject(client, 'photos', 'a', { size: 4, bytes: bytes('body') }, 'text/plain')
  expect(await store()).toBe('e')
  region = 'eu-west-9'
  await expect(store()).rejects.toMatchObject({ kind: 'unreachable' })
  expect(await store()).toBe('e')
})

test.each([
  ['S3', errorDocument('NoSuchBucket'), 'NoSuchBucket'],
  ['the admin API', '{"Code":"XMinioAdminNoSuchUser","Message":"text"}', 'XMinioAdminNoSuchUser'],
  [
    'STS',
    '<ErrorResponse><Error><Code>AccessDenied</Code><Message>m</Message></Error></ErrorResponse>',
    'AccessDenied',
  ],
  ['a proxy in between', '<html>Not Found</html>', 'NoSuchKey'],
])('reads the error of %s', async (_, body, code) => {
  const { client } = await clientOf((_request, response) => response.writeHead(404).end(body))
  await expect(listBuckets(client)).rejects.toMatchObject({ kind: 'refused', code, status: 404 })
})

test('reports an unreadable response', async () => {
  const { client } = await clientOf((_, response) => response.end('<html>'))
  await expect(listBuckets(client)).rejects.toMatchObject({ kind: 'unreadable' })
})

test('reports a refused connection', async () => {
  const endpoint = new StorageEndpoint({ url: new URL('http://127.0.0.1:1') })
  const client = { endpoint, credentials: { accessKey: 'key', secretKey: 'secret' } }
  await expect(listBuckets(client)).rejects.toMatchObject({ kind: 'unreachable' })
  await endpoint.close()
})

test('distinguishes a deadline from an aborted call', async () => {
  const { client } = await clientOf(() => {
    // Never responds.
  })
  const late = { ...client, signal: AbortSignal.timeout(20) }
  await expect(listBuckets(late)).rejects.toMatchObject({ kind: 'timeout' })
  const controller = new AbortController()
  const leaving = listBuckets({ ...client, signal: controller.signal })
  controller.abort()
  await expect(leaving).rejects.toMatchObject({ kind: 'aborted' })
})

test('retries a read when a pooled connection breaks, but never a write or a slow call', async () => {
  let connections = 0
  const server = createServer((socket) => {
    const isFirst = connections++ === 0
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      if (isFirst) return socket.destroy()
      socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${EMPTY_LIST.length}\r\nconnection: close\r\n\r\n${EMPTY_LIST}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const endpoint = new StorageEndpoint({ url: new URL(`http://127.0.0.1:${port}`) })
  const client = { endpoint, credentials: { accessKey: 'key', secretKey: 'secret' } }
  expect(await listBuckets(client)).toEqual([])
  connections = 0
  await expect(deleteObject(client, 'photos', 'a')).rejects.toMatchObject({ kind: 'unreachable' })
  expect(connections).toBe(1)
  connections = 0
  const slow = { method: 'GET', path: '/minio/admin/v3/inspect-data', bodyTimeoutMs: 60_000 } as const
  await expect(send(client, slow)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(connections).toBe(1)
  await endpoint.close()
  server.close()
})

test('a body may be silent for as long as its call says', async () => {
  const { client } = await clientOf((_, response) => response.write('begun'))
  const { body } = await send(client, { method: 'GET', path: '/photos/a', bodyTimeoutMs: 50 })
  await expect(body.text()).rejects.toMatchObject({ name: 'BodyTimeoutError' })
})

test('no more of a document is read than its call admits', async () => {
  const { client } = await clientOf((_, response) => response.end('x'.repeat(1_000)))
  const read = (maxBytes: number) => sendForText(client, { method: 'GET', path: '/photos/a', maxBytes })
  expect(await read(1_000)).toHaveLength(1_000)
  await expect(read(999)).rejects.toMatchObject({ kind: 'unreadable' })
})

test.each(['..', '../other/secret', 'a/./b'])(
  'never sends the key %j, which a URL parser would normalize',
  async (key) => {
    const { client, requests } = await clientOf((_, response) => response.end())
    await expect(deleteObject(client, 'photos', key)).rejects.toMatchObject({ code: 'XMinioInvalidObjectName' })
    expect(requests).toEqual([])
  },
)
