import type { MigrationReport, ServerJob } from '@cooperage/contract'
import { startTarget, startTestEngine, tempFolder, uniqueName } from '@cooperage/testkit'
import { parseListVersions } from '@cooperage/wire'
import { expect, test } from 'vitest'
import { inParallel } from '../../src/shared/in-parallel.ts'
import { objectStorage } from '../objects/object-storage.ts'
import type { Visitor } from '../visitor.ts'
import { jobThat, KillableConsoles } from './several-servers.ts'
import { watchedStorage } from './watched-storage.ts'

const SCALE = Number(process.env.COOPERAGE_TEST_SCALE ?? 1)
/** Objects of all buckets: 50,000 in `npm run test:long`. */
const COUNT = Math.round(5_000 * SCALE)
const BUCKETS = 3
const KILLS = 5
const PATIENT = { timeout: 60_000 * SCALE * 2, interval: 500 }
const VERSIONED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

test('every version arrives once, in its order, and the report is exact', { timeout: 300_000 * SCALE }, async ({
  onTestFinished,
}) => {
  const [berlin, paris] = await Promise.all([startTarget(), startTestEngine()])
  const at = (storage: typeof berlin | typeof paris) =>
    objectStorage({ storage: storage as typeof berlin, user: () => Promise.reject(new Error('not used')) })
  const { request, put, remove } = at(berlin)
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

  const buckets = Array.from({ length: BUCKETS }, () => uniqueName('many'))
  const write = async (bucket: string, index: number) => {
    const key = `${index % 7}/ö ${index}`
    await put(bucket, key, `body ${index}`, index % 4 === 0 ? { 'x-amz-tagging': `n=${index}` } : {})
    if (index % 5 === 0) await put(bucket, key, `second ${index}`)
    if (index % 9 === 0) await remove(bucket, key)
  }
  for (const bucket of buckets) {
    await request({ method: 'PUT', bucket })
    await request({ method: 'PUT', bucket, query: { versioning: '' }, body: VERSIONED })
    await inParallel(Array(Math.ceil(COUNT / BUCKETS)).keys(), 24, (index) => write(bucket, index))
  }

  const historyOf = async (storage: typeof berlin | typeof paris, bucket: string): Promise<string[]> => {
    const lines: string[] = []
    for (let marker: Record<string, string> = {}; ; ) {
      const query = { versions: '', 'encoding-type': 'url', ...marker }
      const page = parseListVersions((await at(storage).request({ method: 'GET', bucket, query })).text)
      lines.push(...page.versions.map(({ key, isDeleteMarker, etag }) => `${key} ${isDeleteMarker ? 'deleted' : etag}`))
      if (!page.isTruncated) return lines
      marker = { 'key-marker': page.nextKeyMarker ?? '', 'version-id-marker': page.nextVersionIdMarker ?? '' }
    }
  }

  const begin = async (user: Visitor, bucket: string): Promise<string> => {
    const permit = { bucket, creates: true }
    const { token } = (await user.call('POST', '/servers/paris/api/v1/servers/permits', { json: permit })).json as {
      token: string
    }
    const job = { kind: 'migrate', bucket, server: 'paris', target_bucket: bucket, settings: true, versions: true }
    const json = { job: { ...job, locks: true }, token }
    return ((await user.call('POST', '/servers/berlin/api/v1/jobs/to-server', { json })).json as ServerJob).id
  }
  const ended = (user: Visitor, id: string) => jobThat(user, 'berlin', id, (job) => job.ended !== '', PATIENT)
  const reportOf = async (user: Visitor, id: string) =>
    (await user.get(`/servers/berlin/api/v1/jobs/${id}/report`)).json as MigrationReport

  // A third of the requests copies, the others verify: one kill is before, one after most of the copies.
  let requests = 0
  const places = Array.from({ length: KILLS }, (_, at) => Math.round(((at + 0.5) * COUNT * 2) / KILLS))
  const kills = places.map(() => Promise.withResolvers<void>())
  between.onResponse = ({ method }) => {
    if (method !== 'PUT' && method !== 'HEAD') return
    requests += 1
    const place = places.indexOf(requests)
    if (place < 0) return
    consoles.kill()
    kills[place]?.resolve()
  }
  let user = await consoles.start(both)
  const ids: string[] = []
  for (const bucket of buckets) ids.push(await begin(user, bucket))
  for (const { promise } of kills) {
    await promise
    await consoles.ended()
    user = await consoles.start(both)
  }
  for (const [index, bucket] of buckets.entries()) {
    const history = await historyOf(berlin, bucket)
    const job = await ended(user, ids[index] ?? '')
    expect(job).toMatchObject({ status: 'done', done: history.length, skipped: 0, failed: 0, differences: 0 })
    expect(await historyOf(paris, bucket)).toEqual(history)
    const { counts } = await reportOf(user, ids[index] ?? '')
    const deleteMarkers = history.filter((line) => line.endsWith(' deleted')).length
    const versions = history.length - deleteMarkers
    expect(counts).toMatchObject({ versions, deleteMarkers, equal: history.length, byEtag: versions })
  }

  const [changed = ''] = buckets
  const CHANGES = Math.min(1_000, Math.floor(COUNT / BUCKETS))
  await inParallel(Array(CHANGES).keys(), 24, async (index) => {
    await put(changed, `${index % 7}/ö ${index}`, `changed ${index}`)
  })
  const again = await begin(user, changed)
  expect(await ended(user, again)).toMatchObject({ status: 'done', done: CHANGES, failed: 0, differences: 0 })
  expect(await historyOf(paris, changed)).toEqual(await historyOf(berlin, changed))
})
