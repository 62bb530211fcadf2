/** Policies with `aws:SourceIp` and `aws:SecureTransport` see the visitor, not the console. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accountsOf, uniqueName } from '@cooperage/testkit'
import type { Credentials } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { ended, startJob } from './jobs/job-calls.ts'
import { SESSION_COOKIE, startConsole, withConsole } from './running-console.ts'
import { created, recipient } from './share-links/given-links.ts'
import { closeSocket, openSocket } from './socket-visitor.ts'
import { type Visitor, visitor } from './visitor.ts'

const INSIDE = '198.51.100.7'
const OUTSIDE = '203.0.113.9'
const given = await withConsole({ trustedProxies: ['loopback'] })

/** A visitor whose proxy names this address. */
function visitorAt(address: string, more: Record<string, string> = {}): Visitor {
  const one = given.stranger()
  const call: Visitor['call'] = (method, path, options = {}) =>
    one.call(method, path, { ...options, headers: { 'x-forwarded-for': address, ...more, ...options.headers } })
  return {
    ...one,
    call,
    get: (path, options) => call('GET', path, options),
    signIn: (keys) => call('POST', '/api/v1/login', { json: keys }),
  }
}

async function signedInAt(address: string, keys: Credentials): Promise<Visitor> {
  const one = visitorAt(address)
  expect((await one.signIn(keys)).status).toBe(201)
  return one
}

const INSIDE_ONLY = { IpAddress: { 'aws:SourceIp': ['198.51.100.0/24'] } }
const insider = () =>
  accountsOf(given.storage).allowed({
    Effect: 'Allow',
    Action: ['s3:*'],
    Resource: ['arn:aws:s3:::*'],
    Condition: INSIDE_ONLY,
  })

async function bucketWithFile(): Promise<string> {
  const root = await given.user()
  const bucket = uniqueName('bucket')
  expect((await root.call('POST', '/api/v1/buckets', { json: { name: bucket } })).status).toBe(201)
  await upload(root, bucket, 'file.txt')
  return bucket
}

async function upload(user: Visitor, bucket: string, name: string): Promise<number> {
  const form = [{ name: '4', fileName: name, content: 'text', type: 'text/plain' }]
  return (await user.call('POST', `/api/v1/buckets/${bucket}/objects/upload`, { form })).status
}

const objectsOf = (user: Visitor, bucket: string) => user.get(`/api/v1/buckets/${bucket}/objects`)
const fileOf = (user: Visitor, bucket: string) => user.get(`/api/v1/buckets/${bucket}/objects/download?prefix=file.txt`)

test('calls, downloads and uploads of a visitor', async () => {
  const bucket = await bucketWithFile()
  const keys = await insider()
  const [inside, outside] = [await signedInAt(INSIDE, keys), await signedInAt(OUTSIDE, keys)]
  expect([(await objectsOf(inside, bucket)).status, (await objectsOf(outside, bucket)).status]).toEqual([200, 403])
  expect([(await fileOf(inside, bucket)).status, (await fileOf(outside, bucket)).status]).toEqual([200, 403])
  expect(await upload(inside, bucket, 'inside.txt')).toBe(200)
  expect(await upload(outside, bucket, 'outside.txt')).toBe(403)
})

test('an address that the visitor claims', async () => {
  const bucket = await bucketWithFile()
  const outside = await signedInAt(OUTSIDE, await insider())
  const claims = { 'x-forwarded-for': `${INSIDE}, ${OUTSIDE}`, 'x-real-ip': INSIDE }
  expect((await outside.get(`/api/v1/buckets/${bucket}/objects`, { headers: claims })).status).toBe(403)
})

test('the sign-in', async () => {
  const received: IncomingHttpHeaders[] = []
  const storage = createServer(({ headers }, response) => {
    received.push(headers)
    response.writeHead(403).end()
  }).listen(0, '127.0.0.1')
  await once(storage, 'listening')
  const { port } = storage.address() as AddressInfo
  const server = await startConsole(`http://127.0.0.1:${port}`, { trustedProxies: ['loopback'], consoleToken: 'token' })
  const headers = { 'x-forwarded-for': INSIDE, 'x-forwarded-proto': 'https' }
  await visitor(server.url).call('POST', '/api/v1/login', { json: { accessKey: 'user', secretKey: 'secret' }, headers })
  await server.stop()
  storage.close()
  expect(received[0]).toMatchObject({ ...headers, 'x-cooperage-console-token': 'token' })
})

test('a socket for which the proxy names its own protocol belongs to the session over HTTPS', async () => {
  const user = visitorAt(INSIDE, { 'x-forwarded-proto': 'https' })
  expect((await user.signIn(given.storage.root)).status).toBe(201)
  expect([...user.cookies.keys()]).toEqual([`__Host-${SESSION_COOKIE}`])
  const origin = user.url.replace('http:', 'https:')
  const headers = { origin, 'x-forwarded-for': INSIDE, 'x-forwarded-proto': 'wss' }
  const socket = await openSocket(user, '/ws/session', { headers })
  await socket.until('session')
  await closeSocket(socket)
  await expect(
    openSocket(user, '/ws/session', { headers: { ...headers, origin: 'https://evil.example' } }),
  ).rejects.toThrow('refused with 403')
})

test('a share link is used from the address of the guest', async () => {
  const bucket = await bucketWithFile()
  const inside = await signedInAt(INSIDE, await insider())
  const { address } = await created(inside, { bucket, path: 'file.txt' })
  const guest = recipient(given.server)
  const status = async (from: string) => (await guest.open(address, { 'x-forwarded-for': from })).status
  expect(await status(INSIDE)).toBe(200)
  expect(await status(OUTSIDE)).toBe(403)
})

test('a job runs with the address from which it was started', async () => {
  const bucket = await bucketWithFile()
  const inside = await signedInAt(INSIDE, await insider())
  const job = await startJob(inside, { kind: 'delete', bucket, paths: [{ path: 'file.txt' }] })
  expect(await ended(inside, job)).toMatchObject({ status: 'done', done: 1, failed: 0 })
})
