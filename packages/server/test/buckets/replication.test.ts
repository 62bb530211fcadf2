import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { permissionError } from '@cooperage/contract'
import { accountsOf, allow, freePort, send, startTarget, targetKind, uniqueName, waitUntil } from '@cooperage/testkit'
import { afterAll, expect, test } from 'vitest'
import { consoleAt, withConsole } from '../running-console.ts'
import { describeOn } from '../test-on.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole({ outboundLoopback: true })

/** The storage server whose buckets are listed. */
const remote = await startTarget()
const bucketThere = uniqueName('remote')
await send({ url: remote.url, credentials: remote.root, method: 'PUT', bucket: bucketThere })
afterAll(() => remote.stop())

const hostOf = (url: string) => new URL(url).host
const list = (user: Visitor, json: object) =>
  user.call('POST', '/api/v1/list-external-buckets', { json: { ...remote.root, ...json } })
const pathOf = (bucket: string) => `/api/v1/buckets/${bucket}/replication`

test('offers replication if the storage server supports it', async () => {
  const reply = await (await given.user()).get('/api/v1/replication-offer')
  expect(reply.json).toEqual({ offered: targetKind() === 'minio' })
})

test('lists the buckets of another server by its address with and without scheme', async () => {
  const user = await given.user()
  const expected = { buckets: [{ name: bucketThere }], total: 1 }
  for (const json of [
    { targetURL: remote.url, useTLS: false },
    { targetURL: hostOf(remote.url), useTLS: false },
    { targetURL: ` ${remote.url}/ `, useTLS: true, region: 'us-east-1' },
  ]) {
    const reply = await list(user, json)
    expect([reply.status, reply.json]).toEqual([200, expected])
  }
})

test('reports a refusal of the other server in our body, without the secret', async () => {
  const user = await given.user()
  const secretKey = 'a-secret-that-is-not-right'
  const wrong = await list(user, { targetURL: remote.url, secretKey })
  expect(wrong.refusal).toBe(
    `400 RemoteKeysRefused: The storage server at ${hostOf(remote.url)} refused these keys. Check that they are correct and can list its buckets.`,
  )
  // The session stays valid: the refusal was the other server's.
  expect((await user.get('/api/v1/session')).status).toBe(200)
  const isWritten = () => given.server.log.some((line) => line.includes('"call":"buckets.external"'))
  await waitUntil('the audit trail', isWritten)
  for (const text of [wrong.text, ...given.server.log]) expect(text).not.toContain(secretKey)
})

test('distinguishes an unreachable address from one without a storage server', async () => {
  const user = await given.user()
  const port = await freePort()
  const unreachable = await list(user, { targetURL: `http://127.0.0.1:${port}` })
  expect([unreachable.status, unreachable.json]).toMatchObject([
    400,
    {
      code: 'RemoteUnreachable',
      message: `No storage server responds at 127.0.0.1:${port}. Check the address, the port and the TLS setting.`,
      detailedMessage: 'Nothing listens there.',
    },
  ])
  const body = 'words of an inner page'
  const page = await startPage(body)
  const other = await list(user, { targetURL: page.url })
  expect(other.outcome).toBe('400 RemoteUnreadable')
  const moved = await list(user, { targetURL: `${page.url}`, accessKey: 'redirect' })
  expect([moved.status, moved.json]).toMatchObject([
    400,
    { code: 'RemoteUnreadable', detailedMessage: "It responded with a redirect, which isn't followed." },
  ])
  for (const { text } of [other, moved]) expect(text).not.toContain(body)
  page.server.close()
})

/** Redirects requests signed with the key `redirect`, and responds to others with a page. */
async function startPage(body: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const isMoved = request.headers.authorization?.includes('Credential=redirect/')
    response.writeHead(isMoved ? 302 : 200, { location: remote.url, connection: 'close' })
    response.end(`<html><p>${body}</p></html>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

test('times out on a server that trickles', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' })
    const timer = setInterval(() => response.write(' '), 200)
    response.on('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const targetURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const reply = await list(await given.user(), { targetURL })
  expect([reply.status, reply.json]).toMatchObject([
    400,
    { code: 'RemoteUnreachable', detailedMessage: "It didn't respond in time." },
  ])
  server.closeAllConnections()
  server.close()
})

test.each([
  ['http://169.254.169.254', 'RemoteAddressRefused'],
  ['http://[::ffff:a9fe:a9fe]:9000', 'RemoteAddressRefused'],
  ['http://0:9000', 'RemoteAddressRefused'],
  ['ftp://storage.example', 'InvalidInput'],
  ['http://key:secret@storage.example', 'InvalidInput'],
  ['http://storage.example/bucket', 'InvalidInput'],
  ['http://storage.example\\@other.example', 'InvalidInput'],
  ['http://', 'InvalidInput'],
])('rejects %s before sending anything', async (targetURL, code) => {
  expect((await list(await given.user(), { targetURL })).outcome).toBe(`400 ${code}`)
})

test('rejects loopback unless the settings allow it', async () => {
  const server = await consoleAt(given.storage.url)
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  for (const host of ['127.0.0.1', 'localhost']) {
    const { json } = await list(user, { targetURL: remote.url.replace('127.0.0.1', host) })
    expect(json).toMatchObject({
      code: 'RemoteAddressRefused',
      message: `The console doesn’t connect to ${host}: this is the machine that the console itself runs on, which COOPERAGE_OUTBOUND_LOOPBACK=on would allow.`,
    })
  }
})

test('denies listing other servers without permission to create remote targets', async () => {
  const user = visitor(given.server.url)
  await user.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], '*')))
  const reply = await list(user, { targetURL: remote.url })
  expect([reply.status, reply.json]).toMatchObject([403, { message: permissionError('admin:SetBucketTarget') }])
})

test('a missing rule can be neither switched nor deleted', async () => {
  const { user, bucket } = await given.userWithBucket()
  const missing = {
    code: 'NoSuchReplicationRule',
    message: `The replication rule gone no longer exists in bucket ${bucket}.`,
  }
  const deleted = await user.call('DELETE', `${pathOf(bucket)}/gone`)
  expect([deleted.status, deleted.json]).toMatchObject([404, missing])
  const switched = await user.call('PUT', `${pathOf(bucket)}/gone`, { json: { status: 'Disabled' } })
  expect([switched.status, switched.json]).toMatchObject([404, missing])
})

const set = (user: Visitor, originBucket: string, json: object = {}) =>
  user.call('POST', '/api/v1/buckets-replication', {
    json: {
      ...remote.root,
      targetURL: remote.url,
      bucketsRelation: [{ originBucket, destinationBucket: bucketThere }],
      ...json,
    },
  })

test.each([
  [{ targetURL: '127.0.0.1:9000' }, 'targetURL has to begin with https:// or http://'],
  [
    { targetURL: 'http://127.0.0.1:9000/bucket' },
    'targetURL has to end with the host or its port: buckets have their own field',
  ],
  [{ tags: 'a=1&a=2' }, 'two tags have the same key'],
  [{ prefix: '\u0001' }, "prefix contains a character that XML doesn't allow"],
])('rejects replication with %j', async (json, reason) => {
  const reply = await set(await given.user(), 'any-bucket', json)
  expect([reply.status, reply.json]).toMatchObject([400, { message: `The request isn’t valid: ${reason}.` }])
})

describeOn.engine('on the engine', () => {
  test('reports replication as unsupported', async () => {
    const { user, bucket } = await given.userWithBucket()
    const reply = await set(user, bucket)
    expect(reply.refusal).toBe('501 NotInThisSetup: The storage server doesn’t support replication.')
    expect((await user.get(pathOf(bucket))).json).toEqual({ rules: [] })
  })
})
