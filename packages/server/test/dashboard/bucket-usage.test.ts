/** The usage of buckets over time from the console's own samples, on the engine and on MinIO. */
import { join } from 'node:path'
import type { BucketBefore, BucketUsageHistory } from '@cooperage/contract'
import { accountsOf, allow, metricsToken, tempFolder, uniqueName, waitUntil } from '@cooperage/testkit'
import { expect, test } from 'vitest'
import { SampleStore } from '../../src/dashboard/metrics/sample-store.ts'
import { startConsole, withConsole } from '../running-console.ts'
import { type Visitor, visitor } from '../visitor.ts'

const given = await withConsole()
const sampling = () => ({ scrapeToken: async () => metricsToken(given.storage.root), scrapeSeconds: 1 })

const historyOf = async (user: Visitor, bucket: string, range = 'day') => {
  const { status, json } = await user.get(`/api/v1/buckets/${bucket}/usage-history?range=${range}`)
  expect(status).toBe(200)
  return json as BucketUsageHistory
}
const before = async (user: Visitor) =>
  (await user.get('/api/v1/bucket-growth')).json as { source: string; buckets: BucketBefore[] }

test('a bucket’s size and objects are sampled with the token for metrics, once in 5 minutes', async () => {
  const { user: owner, bucket, objects } = await given.userWithBucket()
  const form = [{ name: '5', fileName: 'five', content: Buffer.from('fives') }]
  expect((await owner.call('POST', `${objects}/upload?prefix=`, { form })).status).toBeLessThan(300)
  // Servers count in the background. A console that started before would keep its first sample for 5 minutes.
  const authorization = `Bearer ${metricsToken(given.storage.root)}`
  const counted = async () => {
    const response = await fetch(`${given.storage.url}/minio/v2/metrics/bucket`, { headers: { authorization } })
    const usage = (await response.text()).split('\n').filter((line) => line.includes(`bucket="${bucket}"`))
    return /^minio_bucket_usage_total_bytes\{.*\} 5$/m.test(usage.join('\n'))
  }
  await waitUntil('the bucket is counted', counted, { deadlineMs: 140_000, everyMs: 500 })
  const dataDir = given.server.dataDir
  for (const [run, minutes] of [0, 6].entries()) {
    const now = () => Date.now() + minutes * 60_000
    const server = await startConsole(given.storage.url, { dataDir, now, metrics: sampling() })
    const user = visitor(server.url)
    await user.signIn(given.storage.root)
    const { points, source } = await waitUntil('a sample', async () => {
      const history = await historyOf(user, bucket)
      return history.points.length > run && history
    })
    expect(source).toBe('console')
    expect(points).toEqual(Array.from({ length: run + 1 }, () => ({ time: expect.any(String), size: 5, objects: 1 })))
    // It was created within the last seven days.
    const grown = (await before(user)).buckets.find(({ name }) => name === bucket)
    expect(grown).toMatchObject({ size: 0, objects: 0 })
    await server.stop()
  }
}, 200_000)

test('samples of an earlier bucket of the same name are nobody’s, and only visible buckets have any', async () => {
  const { bucket } = await given.userWithBucket()
  const hidden = uniqueName('hidden')
  await (await given.user()).call('POST', '/api/v1/buckets', { json: { name: hidden } })
  const folder = tempFolder('usage')
  const store = new SampleStore(join(folder.path, 'metrics.sqlite'))
  const sample = (name: string) =>
    `minio_bucket_usage_total_bytes{bucket="${name}",server="a"} 900\nminio_bucket_usage_object_total{bucket="${name}",server="a"} 9\n`
  const now = Math.floor(Date.now() / 1000)
  store.addUsage(now - 3600, sample(bucket) + sample(hidden))
  // Later than the bucket, as for a visitor who looks at it tomorrow.
  store.addUsage(now + 3600, sample(bucket) + sample(hidden))
  store.close()
  const server = await startConsole(given.storage.url, {
    dataDir: folder.path,
    now: () => Date.now() + 2 * 3_600_000,
    metrics: { scrapeToken: async () => undefined, scrapeSeconds: 3600 },
  })
  const user = visitor(server.url)
  await user.signIn(given.storage.root)
  // MinIO lists a new bucket some seconds late.
  const points = await waitUntil('the bucket is listed', async () => {
    const found = (await historyOf(user, bucket, 'week')).points
    return found.length > 0 && found
  })
  expect(points).toEqual([{ time: new Date((now + 3600) * 1000).toISOString(), size: 900, objects: 9 }])
  const reader = visitor(server.url)
  await reader.signIn(await accountsOf(given.storage).allowed(allow(['s3:*'], bucket, `${bucket}/*`)))
  expect((await historyOf(reader, bucket, 'week')).points).toHaveLength(1)
  expect((await historyOf(reader, hidden, 'week')).points).toEqual([])
  expect((await before(reader)).buckets.map(({ name }) => name)).toEqual([bucket])
  await server.stop()
  folder.remove()
})

test('without a source nothing is known, and the response says so', async () => {
  const { user, bucket } = await given.userWithBucket()
  expect(await historyOf(user, bucket)).toMatchObject({ source: 'none', points: [] })
  expect(await before(user)).toEqual({ source: 'none', buckets: [] })
})
