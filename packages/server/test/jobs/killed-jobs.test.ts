/** The console is killed while a job runs, each time after the storage server has done a step that the console never hears of. */
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type ConsoleProcess, startConsoleProcess, tempFolder } from '@cooperage/testkit'
import { parseListVersions } from '@cooperage/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inParallel } from '../../src/shared/in-parallel.ts'
import { objectStorage } from '../objects/object-storage.ts'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { controlJob, ended, jobThat, startJob, withoutJobKeys } from './job-calls.ts'
import { type WatchedStorage, watchedStorage } from './watched-storage.ts'

/** A multiple of 100: 500, or with COOPERAGE_TEST_SCALE=6 three thousand. */
const COUNT = 500 * Number(process.env.COOPERAGE_TEST_SCALE ?? 1)
const PATIENT = { timeout: 120_000 * (COUNT / 500) }

const given = withConsole()
const { ask, bucketWith, put } = objectStorage(given)
const folder = tempFolder('killed-jobs')
let bucket: string
let storage: WatchedStorage
let running: ConsoleProcess

beforeAll(async () => {
  ;({ bucket } = await bucketWith({ versioning: true }))
  const keys = Array.from({ length: COUNT }, (_, at) => `from/${at % 5}/${String(at).padStart(4, '0')}`)
  await inParallel(keys, 24, async (key) => {
    await put(bucket, key, key)
  })
  storage = await watchedStorage(given.storage.url)
}, PATIENT.timeout)
afterAll(async () => {
  await running?.stop()
  storage?.close()
  folder.remove()
})

/** Starts the console again with the data that the killed one has left. */
async function start(): Promise<Visitor> {
  running = await startConsoleProcess(storage.url, { dataDir: join(folder.path, 'data') })
  const user = visitor(running.url)
  await user.signIn(given.storage.root)
  return user
}

/** Kills the console at each of these answers that satisfy `counts`. */
async function killedAt(
  places: number[],
  counts: (asked: IncomingMessage) => boolean,
  begin: (user: Visitor) => Promise<{ id: string }>,
) {
  let answered = 0
  const kills = places.map(() => Promise.withResolvers<void>())
  storage.onAnswer = (asked) => {
    if (!counts(asked)) return
    answered += 1
    const place = places.indexOf(answered)
    if (place < 0) return
    running.child.process.kill('SIGKILL')
    kills[place]?.resolve()
  }
  let user = await start()
  const job = await begin(user)
  for (const { promise } of kills) {
    await promise
    await running.child.ended
    user = await start()
  }
  const done = await ended(user, job)
  await withoutJobKeys(user)
  storage.onAnswer = () => {}
  await running.stop()
  return { ...done, answered }
}

/** The versions and delete markers of each key below a prefix, the newest first. */
async function historyOf(prefix: string): Promise<Map<string, string[]>> {
  const history = new Map<string, string[]>()
  for (let marker: Record<string, string> = {}; ; ) {
    const query = { versions: '', 'encoding-type': 'url', prefix, ...marker }
    const page = parseListVersions((await ask({ method: 'GET', bucket, query })).text)
    for (const { key, isDeleteMarker, size } of page.versions) {
      history.set(key, [...(history.get(key) ?? []), isDeleteMarker ? 'deleted' : String(size)])
    }
    if (!page.isTruncated) return history
    marker = { 'key-marker': page.nextKeyMarker ?? '', 'version-id-marker': page.nextVersionIdMarker ?? '' }
  }
}

const isCopy = ({ method, headers }: IncomingMessage) => method === 'PUT' && headers['x-amz-copy-source'] !== undefined
const isDeletion = ({ method, url = '' }: IncomingMessage) => method === 'POST' && url.includes('?delete')

test('copies every object once', PATIENT, async () => {
  const units = [{ source: 'from/', target: 'to/' }]
  const job = await killedAt([COUNT / 5, COUNT / 2], isCopy, (user) => startJob(user, { kind: 'copy', bucket, units }))
  expect(job).toMatchObject({
    status: 'done',
    done: COUNT,
    bytes: COUNT * 'from/0/0000'.length,
    failed: 0,
    answered: COUNT,
  })
  expect(job.events.map(({ event }) => event)).toEqual(['created', 'started', 'restarted', 'restarted', 'done'])
  const copies = await historyOf('to/')
  expect(copies.size).toBe(COUNT)
  expect([...copies.values()].filter((versions) => versions.join() !== '11')).toEqual([])
})

test('moves every object once, and deletes each source once', PATIENT, async () => {
  const units = [{ source: 'from/0/', target: 'moved/' }]
  const isRemoval = ({ method }: IncomingMessage) => method === 'DELETE'
  const begin = (user: Visitor) => startJob(user, { kind: 'move', bucket, units })
  const isMove = (asked: IncomingMessage) => isCopy(asked) || (isRemoval(asked) && !asked.url?.startsWith('/minio/'))
  const job = await killedAt([COUNT / 20, COUNT / 10 + 1, COUNT / 5], isMove, begin)
  expect(job).toMatchObject({ status: 'done', done: COUNT / 5, failed: 0, answered: (COUNT / 5) * 2 })
  const [moved, sources] = [await historyOf('moved/'), await historyOf('from/0/')]
  expect([moved.size, sources.size]).toEqual([COUNT / 5, COUNT / 5])
  expect([...moved.values()].filter((versions) => versions.join() !== '11')).toEqual([])
  expect([...sources.values()].filter((versions) => versions.join() !== 'deleted,11')).toEqual([])
})

test('deletes every object once', PATIENT, async () => {
  const paths = [{ path: 'to/', recursive: true }]
  const job = await killedAt([1], isDeletion, (user) => startJob(user, { kind: 'delete', bucket, paths }))
  expect(job).toMatchObject({ status: 'done', done: COUNT, bytes: COUNT * 11, failed: 0 })
  const deleted = await historyOf('to/')
  expect(deleted.size).toBe(COUNT)
  expect([...deleted.values()].filter((versions) => versions.join() !== 'deleted,11')).toEqual([])
})

test('pauses across a restart, resumes and cancels', PATIENT, async () => {
  let user = await start()
  const units = [{ source: 'from/', target: 'again/' }]
  const job = await startJob(user, { kind: 'copy', bucket, units })
  await jobThat(user, job, ({ done }) => done > 20)
  const paused = await controlJob(user, job, 'pause')
  expect(paused.status).toBe('paused')
  running.child.process.kill('SIGKILL')
  await running.child.ended
  user = await start()
  expect(await jobThat(user, job, () => true)).toMatchObject({ status: 'paused', done: paused.done })
  await controlJob(user, job, 'resume')
  await jobThat(user, job, ({ done }) => done > paused.done)
  const canceled = await controlJob(user, job, 'cancel')
  expect(canceled.status).toBe('canceled')
  await withoutJobKeys(user)
  const copies = await historyOf('again/')
  expect(copies.size).toBe(canceled.done)
  expect([...copies.values()].filter((versions) => versions.length !== 1)).toEqual([])
  const again = await user.call('POST', `/api/v1/jobs/${job.id}`, { json: { action: 'resume' } })
  expect([again.status, again.json]).toMatchObject([409, { code: 'JobEnded' }])
})
