/** Live changes of a bucket (spec object-browser-and-tools 7), on the engine and on MinIO. */
import type { ObjectEvent } from '@cooperage/contract'
import { accountsOf, allow, send, uniqueName } from '@cooperage/testkit'
import { expect, test, vi } from 'vitest'
import { withConsole } from '../running-console.ts'
import { closeSocket, type OpenSocket, openSocket } from '../socket-visitor.ts'

const given = await withConsole()
const PATIENT = { timeout: 15_000, interval: 10 }

const request = (method: 'PUT' | 'DELETE' | 'GET', path: string, body = '') =>
  send({ url: given.storage.url, credentials: given.storage.root, method, path, body })

async function newBucket(): Promise<string> {
  const bucket = uniqueName('watched')
  await request('PUT', `/${bucket}`)
  return bucket
}

/** Repeats a change until its event arrives: MinIO sends events only when some KiB of them have accumulated. */
async function eventOf({ messages }: OpenSocket, type: string, change: () => Promise<unknown>): Promise<ObjectEvent> {
  return await vi.waitFor(async () => {
    await change()
    const found = (messages as ObjectEvent[]).find(({ Type }) => Type.startsWith(type))
    if (found === undefined) throw new Error(`there is no ${type} yet`)
    return found
  }, PATIENT)
}

test('sends what is written and removed', async () => {
  const bucket = await newBucket()
  const socket = await openSocket(await given.user(), `/ws/watch/${bucket}?prefix=&suffix=`)
  const put = await eventOf(socket, 's3:ObjectCreated', () =>
    request('PUT', `/${bucket}/photos/%C3%BC%20x.jpg`, 'content'),
  )
  expect(put).toEqual({
    Time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    Size: 7,
    Type: 's3:ObjectCreated:Put',
    Path: `${bucket}/photos/ü x.jpg`,
    VersionId: '',
    Host: '127.0.0.1',
    UserAgent: expect.any(String),
    AccessKey: given.storage.root.accessKey,
  })
  const removed = await eventOf(socket, 's3:ObjectRemoved', async () => {
    await request('PUT', `/${bucket}/a`, 'content')
    await request('DELETE', `/${bucket}/a`)
  })
  expect(removed).toMatchObject({ Type: 's3:ObjectRemoved:Delete', Size: 0, Path: `${bucket}/a` })
  await closeSocket(socket)
})

test('sends only the chosen events, prefixes and suffix', async () => {
  const bucket = await newBucket()
  const socket = await openSocket(
    await given.user(),
    `/ws/watch/${bucket}?prefix=in/&prefix=inbox/&suffix=.jpg&events=put`,
  )
  const keys = ['out/a.jpg', 'input/a.jpg', 'in/a.txt', 'in/a.jpg', 'inbox/a.jpg']
  const wanted = ['in/a.jpg', 'inbox/a.jpg'].map((key) => `s3:ObjectCreated:Put ${bucket}/${key}`)
  await vi.waitFor(async () => {
    for (const key of keys) await request('PUT', `/${bucket}/${key}`, 'content')
    await request('GET', `/${bucket}/in/a.jpg`)
    const sent = (socket.messages as ObjectEvent[]).map(({ Type, Path }) => `${Type} ${Path}`)
    expect(new Set(sent)).toEqual(new Set(wanted))
  }, PATIENT)
  await closeSocket(socket)
})

test('ends for a bucket that does not exist, and without the permission', async () => {
  const missing = await openSocket(await given.user(), `/ws/watch/${uniqueName('missing')}`)
  expect(await missing.closed).toEqual({ code: 1011, reason: 'NoSuchBucket' })
  const bucket = await newBucket()
  const reader = given.stranger()
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['s3:ListBucket'], bucket)))
  const denied = await openSocket(reader, `/ws/watch/${bucket}`)
  expect(await denied.closed).toEqual({ code: 1011, reason: 'AccessDenied' })
})
