import type { MigrationReport, ServerJob } from '@cooperage/contract'
import { startTarget, startTestEngine, tempFolder, uniqueName } from '@cooperage/testkit'
import { scaleAndSeed } from '@cooperage/testkit/random'
import { expect, test } from 'vitest'
import { inParallel } from '../../src/shared/in-parallel.ts'
import { objectStorage } from '../objects/object-storage.ts'
import type { Visitor } from '../visitor.ts'
import { type Change, type ListedState, listEverything, ManyObjects, readVersion } from './many-objects.ts'
import { jobThat, KillableConsoles, withoutJobKeys } from './several-servers.ts'
import { watchedStorage } from './watched-storage.ts'

const { scale, random } = scaleAndSeed('migration of many objects')
/** The objects of all buckets: 50,000 in `npm run test:long`. */
const COUNT = Math.round(5_000 * scale)
const CHANGES = Math.round(100 * scale)
const KILLS = 5
/** Versions of a bucket that are read on both sides. */
const SAMPLE = 200
const PATIENT = { timeout: 300_000 * scale, interval: 500 }
const BUCKETS = [
  { versions: true, locks: false },
  { versions: true, locks: true },
  { versions: false, locks: false },
]

test('after kills at random moments everything has arrived once, and the reports are exact', {
  timeout: 900_000 * scale,
}, async ({ onTestFinished }) => {
  const [berlin, paris] = await Promise.all([startTarget(), startTestEngine()])
  const at = (storage: Pick<typeof berlin, 'url' | 'root'>) =>
    objectStorage({ storage: storage as typeof berlin, user: () => Promise.reject(new Error('not used')) })
  const [here, there] = [at(berlin), at(paris)]
  const between = await watchedStorage(paris.url)
  const folder = tempFolder('migrate-long')
  const both = { berlin, paris: { ...paris, url: between.url } }
  const consoles = new KillableConsoles(folder.path)
  onTestFinished(async () => {
    await consoles.stop()
    between.close()
    await Promise.all([berlin.stop(), paris.stop()])
    folder.remove()
  })

  const inEach = Math.ceil(COUNT / BUCKETS.length)
  const sources = BUCKETS.map((keeping) => new ManyObjects(here, uniqueName('many'), keeping))
  for (const source of sources) {
    await source.create()
    await source.writeInParts()
    await inParallel(Array(inEach).keys(), 24, (index) => source.write(index))
  }
  const listOf = (storage: typeof here, { bucket }: ManyObjects) => listEverything(storage, bucket)
  const before = await Promise.all(sources.map((source) => listOf(here, source)))

  const begin = async (user: Visitor, { bucket, keeping }: ManyObjects): Promise<string> => {
    const permit = { bucket, creates: true }
    const { token } = (await user.call('POST', '/servers/paris/api/v1/servers/permits', { json: permit })).json as {
      token: string
    }
    const target = { server: 'paris', target_bucket: bucket }
    const job = { kind: 'migrate', bucket, ...target, settings: true, versions: keeping.versions, locks: true }
    return (
      (await user.call('POST', '/servers/berlin/api/v1/jobs/to-server', { json: { job, token } })).json as ServerJob
    ).id
  }
  const endOf = async (user: Visitor, id: string) => {
    const job = await jobThat(user, 'berlin', id, ({ ended }) => ended !== '', PATIENT)
    const report = (await user.get(`/servers/berlin/api/v1/jobs/${id}/report`)).json as MigrationReport
    const entries = report.entries
      .filter(({ kind }) => kind !== 'settingKept')
      .map(({ kind, name }) => `${kind} ${name}`)
    return { job, counts: report.counts, entries: entries.sort() }
  }
  const stateOf = ({ key, state }: ListedState) => `${key} ${state}`
  /** Both sides list the same, and a sample is the same to its last header. What only the target has is named. */
  const expectSame = async (source: ManyObjects, onlyThere: readonly string[] = []) => {
    const { bucket } = source
    const wanted = await listOf(here, source)
    const copies = (await listOf(there, source)).filter(({ key }) => !onlyThere.includes(key))
    expect(copies.map(stateOf)).toEqual(wanted.map(stateOf))
    const sample = [...wanted.keys()].filter((index) => {
      const isLarge = wanted[index]?.state.includes('-')
      return wanted[index]?.state !== 'deleted' && (isLarge || random.chance(SAMPLE / wanted.length))
    })
    await inParallel(sample, 16, async (index) => {
      const [one, copy] = [wanted[index], copies[index]] as [ListedState, ListedState]
      expect(await readVersion(there, bucket, copy)).toEqual(await readVersion(here, bucket, one))
    })
  }

  // Each version is written and then compared, so a run needs at least so many requests to the target.
  const needed = before.flat().reduce((sum, { state }) => sum + (state === 'deleted' ? 1 : 2), 0)
  // A tenth is left: what a killed console had just sent may be done without having been counted.
  const places = Array.from({ length: KILLS }, (_, kill) => Math.floor(((kill + random.next()) * needed * 0.9) / KILLS))
  process.stdout.write(`killed after ${places.join(', ')} of ${needed} requests\n`)
  let requests = 0
  let gate = { place: Number.POSITIVE_INFINITY, reached: () => {}, opened: Promise.resolve() }
  between.onResponse = async ({ method = '', url = '' }) => {
    if (!['PUT', 'HEAD', 'DELETE'].includes(method) || url.startsWith('/minio/')) return
    requests += 1
    if (requests < gate.place) return
    gate.reached()
    await gate.opened
  }
  let user = await consoles.start(both)
  const ids: string[] = []
  for (const source of sources) ids.push(await begin(user, source))
  for (const place of places) {
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    gate = { place, reached: reached.resolve, opened: opened.promise }
    await reached.promise
    consoles.kill()
    await consoles.ended()
    gate.place = Number.POSITIVE_INFINITY
    opened.resolve()
    user = await consoles.start(both)
  }
  for (const [index, source] of sources.entries()) {
    const listed = before[index] ?? []
    const { job, counts, entries } = await endOf(user, ids[index] ?? '')
    const all = { done: listed.length, skipped: 0, failed: 0, differences: 0, lost: [] }
    expect(job).toMatchObject({ status: 'done', ...all })
    const deleteMarkers = listed.filter(({ state }) => state === 'deleted').length
    const versions = listed.length - deleteMarkers
    const compared = { equal: listed.length, byEtag: versions, byReading: 0, updated: 0, differences: 0 }
    expect(counts).toMatchObject({ versions, deleteMarkers, ...compared })
    expect(entries).toEqual([])
    await expectSame(source)
  }

  const changesInEach = Math.ceil(CHANGES / BUCKETS.length)
  const stride = Math.floor(inEach / changesInEach)
  for (const [index, source] of sources.entries()) {
    const changes: { key: string; change: Change }[] = []
    await inParallel(Array(changesInEach).keys(), 24, async (turn) => {
      changes.push(await source.change(turn, turn * stride + random.int(0, stride - 1)))
    })
    const having = (...wanted: Change[]) => changes.filter(({ change }) => wanted.includes(change))
    const { versions } = source.keeping
    // Without versions, a deletion at the source leaves nothing to copy: the report names what the target has besides.
    const extras = versions ? [] : having('deleted').map(({ key }) => key)
    const { job, counts, entries } = await endOf(user, await begin(user, source))
    const done = having('added', 'overwritten', ...(versions ? (['deleted'] as const) : [])).length
    const gone = versions ? 0 : having('overwritten', 'deleted').length
    const skipped = (before[index]?.length ?? 0) - gone
    expect(job).toMatchObject({ status: 'done', done, skipped, failed: 0, differences: extras.length, lost: [] })
    const updated = having('updated').length
    expect(counts).toMatchObject({ equal: done + skipped, updated, differences: extras.length })
    expect(entries).toEqual(extras.map((key) => `extra ${key}`).sort())
    await expectSame(source, extras)
  }
  await withoutJobKeys(user, 'berlin', 'paris')
})
