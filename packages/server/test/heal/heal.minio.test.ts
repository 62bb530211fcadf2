/** Heals of a MinIO with four drives, one of which lost its data (spec object-browser-and-tools 3 and 7). */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackgroundHeal, HealProgress } from '@cooperage/contract'
import { accountsOf, allow, type StorageServer, send, startMinio, uniqueName } from '@cooperage/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { startConsole, withConsole } from '../running-console.ts'
import { closeSocket, openSocket } from '../socket-visitor.ts'
import { visitor } from '../visitor.ts'

const given = await withConsole({}, { minio: { drives: 4 } })
const OBJECTS = 20
const SIZE = 300

/** A bucket of twenty objects that one drive has lost. */
async function damagedBucket({ url, root, drives = [] }: StorageServer = given.storage): Promise<string> {
  const bucket = uniqueName('damaged')
  await send({ url, credentials: root, method: 'PUT', path: `/${bucket}` })
  for (let index = 0; index < OBJECTS; index++)
    await send({ url, credentials: root, method: 'PUT', path: `/${bucket}/a/${index}`, body: 'x'.repeat(SIZE) })
  rmSync(join(drives[1] ?? '', bucket), { recursive: true })
  return bucket
}

const RUN = 'prefix=&recursive=true&force-start=true&force-stop=false'

test('heals what a drive has lost, and counts items, objects, bytes and colors before and after', async () => {
  const bucket = await damagedBucket()
  const path = `/ws/heal/${bucket}?prefix=&recursive=true&force-start=true&force-stop=false`
  const socket = await openSocket(await given.user(), path)
  expect(await socket.closed).toEqual({ code: 1000, reason: '' })
  const last = socket.messages.at(-1) as HealProgress
  expect(last).toMatchObject({
    summary: 'finished',
    isPartial: false,
    healDuration: expect.any(Number),
    bytesScanned: OBJECTS * SIZE,
    objectsScanned: OBJECTS,
    objectsHealed: OBJECTS,
    itemsScanned: OBJECTS + 1,
    itemsHealed: OBJECTS + 1,
    itemsFailed: 0,
    healthBeforeCols: { Green: 0, Yellow: OBJECTS + 1, Red: 0, Grey: 0 },
    healthAfterCols: { Green: OBJECTS + 1, Yellow: 0, Red: 0, Grey: 0 },
  })

  const again = await openSocket(await given.user(), `/ws/heal/${bucket}?${RUN}&scan=deep`)
  expect(await again.closed).toEqual({ code: 1000, reason: '' })
  expect(again.messages.at(-1)).toMatchObject({ itemsHealed: 0, healthBeforeCols: { Green: OBJECTS + 1 } })
})

test('a view resumes a heal by its token, with the counts so far, and views of one session share it', async () => {
  const bucket = await damagedBucket()
  const user = await given.user()
  const first = await openSocket(user, `/ws/heal/${bucket}?${RUN}`)
  await expect.poll(() => first.messages.length).toBeGreaterThan(0)
  const { clientToken } = first.messages[0] as HealProgress
  await closeSocket(first)
  const resumed = `/ws/heal/${bucket}?token=${clientToken}`
  const views = [await openSocket(user, resumed), await openSocket(user, resumed)]
  for (const view of views) {
    expect(await view.closed).toEqual({ code: 1000, reason: '' })
    expect(view.messages.at(-1)).toMatchObject({ summary: 'finished', itemsScanned: OBJECTS + 1, isPartial: false })
  }
})

test('ends with the reason for a lost token, a missing bucket, an overlap, and a missing permission', async () => {
  const user = await given.user()
  const bucket = await damagedBucket()
  const failureOf = async (path: string, visitor = user) => (await openSocket(visitor, path)).closed
  expect(await failureOf(`/ws/heal/${bucket}?token=unknown`)).toEqual({ code: 1011, reason: 'NoSuchHeal' })
  expect(await failureOf(`/ws/heal/${uniqueName('missing')}?${RUN}`)).toEqual({ code: 1011, reason: 'NoSuchBucket' })
  const reader = given.stranger()
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['admin:ServerInfo'])))
  expect(await failureOf(`/ws/heal/${bucket}?${RUN}`, reader)).toEqual({ code: 1011, reason: 'AccessDenied' })
  expect((await reader.get('/api/v1/admin/heal')).status).toBe(403)
})

test('stops a heal', async () => {
  const bucket = await damagedBucket()
  const user = await given.user()
  const running = await openSocket(user, `/ws/heal/${bucket}?${RUN}`)
  const stop = await openSocket(user, `/ws/heal/${bucket}?force-stop=true`)
  expect(await stop.closed).toEqual({ code: 1000, reason: '' })
  expect(stop.messages).toEqual([])
  // It may have ended before.
  await running.closed
  expect(running.messages.at(-1)).not.toMatchObject({ summary: 'running' })
})

test('a heal whose MinIO is killed ends as an outage', async () => {
  const storage = await startMinio({ drives: 4 })
  const server = await startConsole(storage.url)
  onTestFinished(async () => {
    await server.stop()
    await storage.stop()
  })
  const bucket = await damagedBucket(storage)
  const user = visitor(server.url)
  await user.signIn(storage.root)
  const view = await openSocket(user, `/ws/heal/${bucket}?${RUN}`)
  await expect.poll(() => view.messages.length).toBeGreaterThan(0)
  // It doesn't respond to the next status request of the heal, and is killed while the console waits.
  process.kill(storage.pid ?? 0, 'SIGSTOP')
  process.kill(storage.pid ?? 0, 'SIGKILL')
  expect(await view.closed).toEqual({ code: 1011, reason: 'StorageUnreachable' })
})

test('offers healing, and reports the drives and what the server heals automatically', async () => {
  const user = await given.user()
  const session = (await user.get('/api/v1/session')).json as { features: string[]; pages: string[] }
  expect(session.features).toContain('heal')
  expect(session.pages).toContain('/heal')
  const { json } = await user.get('/api/v1/admin/heal')
  expect(json as BackgroundHeal).toEqual({
    itemsScanned: expect.any(Number),
    waiting: null,
    offlineNodes: [],
    drives: expect.any(Array),
    failedDrives: [],
  })
})
