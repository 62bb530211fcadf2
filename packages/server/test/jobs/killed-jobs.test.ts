/** The console is killed while a job runs, each time after the storage server has done a step that the console never hears of. */
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type ConsoleProcess, startConsoleProcess, tempFolder } from '@cooperage/testkit'
import { parseListVersions } from '@cooperage/wire'
import { describe, expect, type TestContext, test } from 'vitest'
import { inParallel } from '../../src/shared/in-parallel.ts'
import { LISTED, objectStorage } from '../objects/object-storage.ts'
import { withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'
import { controlJob, ended, jobThat, readJob, startJob, withoutJobKeys } from './job-calls.ts'
import { watchedStorage } from './watched-storage.ts'

const SCALE = Number(process.env.COOPERAGE_TEST_SCALE ?? 1)
/** Folders of each test: a job plans each of them as a separate page. */
const FOLDERS = 5
/** Objects of each test: 100, or with COOPERAGE_TEST_SCALE=30 three thousand. */
const COUNT = 20 * FOLDERS * SCALE
const PATIENT = { timeout: 60_000 * (1 + SCALE) }

const given = await withConsole()
const { request, bucketWith, put, remove, versions } = objectStorage(given)

/** A bucket with objects of 8 bytes below `from/`, and a console that can be killed, which keeps its data. */
async function killable({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const { bucket } = await bucketWith({ versioning: true })
  const keys = Array.from({ length: COUNT }, (_, at) => `${at % FOLDERS}/${String(at).padStart(4, '0')}`)
  await inParallel(keys, 24, async (key) => {
    await put(bucket, `from/${key}`, `body${key.slice(2)}`)
  })
  const storage = await watchedStorage(given.storage.url)
  const folder = tempFolder('killed-jobs')
  let running: ConsoleProcess | undefined
  onTestFinished(async () => {
    await running?.stop()
    storage.close()
    folder.remove()
  })
  const start = async (): Promise<Visitor> => {
    running = await startConsoleProcess(storage.url, { dataDir: join(folder.path, 'data') })
    const user = visitor(running.url)
    await user.signIn(given.storage.root)
    return user
  }
  const kill = () => running?.child.process.kill('SIGKILL')
  return {
    bucket,
    keys,
    storage,
    start,
    async killed(): Promise<Visitor> {
      kill()
      await running?.child.ended
      return await start()
    },
    /** Kills the console at each of these responses to requests that satisfy `counts`. */
    async killedAt(
      places: number[],
      counts: (request: IncomingMessage) => boolean,
      begin: (user: Visitor) => Promise<{ id: string }>,
    ) {
      let count = 0
      const kills = places.map(() => Promise.withResolvers<void>())
      storage.onResponse = (request) => {
        if (!counts(request)) return
        count += 1
        const place = places.indexOf(count)
        if (place < 0) return
        kill()
        kills[place]?.resolve()
      }
      let user = await start()
      const job = await begin(user)
      for (const { promise } of kills) {
        await promise
        await running?.child.ended
        user = await start()
      }
      const done = await ended(user, job)
      await withoutJobKeys(user, job)
      return { ...done, count }
    },
  }
}

/** The versions and delete markers of each key below a prefix, the newest first: the size, or `deleted`. */
async function historyOf(bucket: string, prefix: string): Promise<Map<string, string>> {
  const history = new Map<string, string>()
  for (let marker: Record<string, string> = {}; ; ) {
    const query = { versions: '', 'encoding-type': 'url', prefix, ...marker }
    const page = parseListVersions((await request({ method: 'GET', bucket, query })).text)
    for (const { key, isDeleteMarker, size } of page.versions) {
      const before = history.get(key)
      const version = isDeleteMarker ? 'deleted' : String(size)
      history.set(key, before === undefined ? version : `${before},${version}`)
    }
    if (!page.isTruncated) return history
    marker = { 'key-marker': page.nextKeyMarker ?? '', 'version-id-marker': page.nextVersionIdMarker ?? '' }
  }
}

/** How often each history occurs. */
const countsOf = (histories: Map<string, string>) =>
  Object.fromEntries(
    Map.groupBy(histories.values(), (one) => one)
      .entries()
      .map(([one, all]) => [one, all.length]),
  )

const folders = Array.from({ length: FOLDERS }, (_, at) => `${at}/`)
const isCopy = ({ method, headers }: IncomingMessage) => method === 'PUT' && headers['x-amz-copy-source'] !== undefined
const isDeletion = ({ method, url = '' }: IncomingMessage) => method === 'POST' && url.includes('?delete')

describe.concurrent('a job whose console is killed', PATIENT, () => {
  test('copies every object once', async (context) => {
    const { bucket, killedAt } = await killable(context)
    const units = folders.map((folder) => ({ source: `from/${folder}`, target: `to/${folder}` }))
    const begin = (user: Visitor) => startJob(user, { kind: 'copy', bucket, units })
    const job = await killedAt([COUNT / 5, COUNT / 2], isCopy, begin)
    expect(job).toMatchObject({ status: 'done', done: COUNT, bytes: COUNT * 8, failed: 0, count: COUNT })
    expect(job.events.map(({ event }) => event)).toEqual(['created', 'started', 'restarted', 'restarted', 'done'])
    expect(countsOf(await historyOf(bucket, 'to/'))).toEqual({ 8: COUNT })
  })

  test('moves every object once, and deletes each source once', async (context) => {
    const { bucket, killedAt } = await killable(context)
    const units = folders.map((folder) => ({ source: `from/${folder}`, target: `moved/${folder}` }))
    const isRemoval = ({ method, url = '' }: IncomingMessage) => method === 'DELETE' && !url.startsWith('/minio/')
    const begin = (user: Visitor) => startJob(user, { kind: 'move', bucket, units })
    const places = [COUNT / 4, COUNT / 2 + 1, COUNT]
    const job = await killedAt(places, (request) => isCopy(request) || isRemoval(request), begin)
    expect(job).toMatchObject({ status: 'done', done: COUNT, failed: 0, count: COUNT * 2 })
    expect(countsOf(await historyOf(bucket, 'moved/'))).toEqual({ 8: COUNT })
    expect(countsOf(await historyOf(bucket, 'from/'))).toEqual({ 'deleted,8': COUNT })
  })

  test('deletes every object once', async (context) => {
    const { bucket, killedAt } = await killable(context)
    const paths = folders.map((folder) => ({ path: `from/${folder}`, recursive: true }))
    const begin = (user: Visitor) => startJob(user, { kind: 'delete', bucket, paths })
    const job = await killedAt([1, 3], isDeletion, begin)
    expect(job).toMatchObject({ status: 'done', done: COUNT, bytes: COUNT * 8, failed: 0 })
    expect(countsOf(await historyOf(bucket, 'from/'))).toEqual({ 'deleted,8': COUNT })
  })

  test('restores every object once', async (context) => {
    const { bucket, keys, killedAt } = await killable(context)
    const then = await momentAfter(bucket)
    // Of each four, one changed, one was deleted, one is as it was, and one is new.
    await inParallel(keys.entries(), 24, async ([at, key]) => {
      if (at % 4 === 0) await put(bucket, `from/${key}`, 'changed')
      if (at % 4 === 1) await remove(bucket, `from/${key}`)
      if (at % 4 === 2) await put(bucket, `from/${key}-new`, 'new')
    })
    await expect.poll(async () => (await historyOf(bucket, 'from/')).size, LISTED).toBe(COUNT * 1.25)
    const asOf = await momentAfter(bucket)
    const paths = folders.map((folder) => ({ path: `from/${folder}`, recursive: true }))
    const begin = (user: Visitor) => startJob(user, { kind: 'restore', bucket, paths, at: then, as_of: asOf })
    const isChange = (request: IncomingMessage) => isCopy(request) || isDeletion(request)
    const job = await killedAt([2, COUNT / 5, COUNT / 4 + 3], isChange, begin)
    expect(job).toMatchObject({ status: 'done', done: COUNT * 0.75, bytes: COUNT * 4, skipped: 0, failed: 0 })
    expect(countsOf(await historyOf(bucket, 'from/'))).toEqual({
      '8,7,8': COUNT / 4,
      '8,deleted,8': COUNT / 4,
      '8': COUNT / 2,
      'deleted,3': COUNT / 4,
    })
  })

  test('stays paused across a restart, resumes and is canceled', async (context) => {
    const { bucket, killed, start, storage } = await killable(context)
    const held: (() => void)[] = []
    storage.onResponse = (request) => (isCopy(request) ? new Promise((resolve) => held.push(resolve)) : undefined)
    /** Lets one copy after the other finish until something has happened. */
    const meanwhile = async <T>(user: Visitor, job: { id: string }, happening: Promise<T>): Promise<T> => {
      let isOver = false
      const over = happening.finally(() => {
        isOver = true
      })
      while (!isOver) {
        held.shift()?.()
        await readJob(user, job)
      }
      return await over
    }
    let user = await start()
    const units = [{ source: 'from/', target: 'to/' }]
    const job = await startJob(user, { kind: 'copy', bucket, units })
    await meanwhile(
      user,
      job,
      jobThat(user, job, ({ done }) => done > 5),
    )
    const paused = await meanwhile(user, job, controlJob(user, job, 'pause'))
    expect(paused.status).toBe('paused')
    expect(paused.done).toBeLessThan(COUNT)
    user = await killed()
    expect(await readJob(user, job)).toMatchObject({ status: 'paused', done: paused.done })
    await controlJob(user, job, 'resume')
    await meanwhile(
      user,
      job,
      jobThat(user, job, ({ done }) => done > paused.done),
    )
    const canceled = await meanwhile(user, job, controlJob(user, job, 'cancel'))
    expect(canceled.status).toBe('canceled')
    await withoutJobKeys(user, job)
    expect(countsOf(await historyOf(bucket, 'to/'))).toEqual({ 8: canceled.done })
    const again = await user.call('POST', `/api/v1/jobs/${job.id}`, { json: { action: 'resume' } })
    expect(again.outcome).toBe('409 JobEnded')
  })
})

/** A time after everything that is stored now, and before what is stored next. */
async function momentAfter(bucket: string): Promise<string> {
  const newest = Math.max(...(await versions(bucket)).map(({ lastModified }) => lastModified), Date.now() - 10)
  await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(newest + 20)
  return new Date(newest + 10).toISOString()
}
