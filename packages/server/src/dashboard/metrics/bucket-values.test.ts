import { expect, test } from 'vitest'
import { ALERT_BUCKET_METRICS, ALERT_MEASURES } from './alert-measures.ts'
import { BucketValues } from './bucket-values.ts'
import { parseExposition } from './exposition.ts'

const samplesOf = (exposition: string) => parseExposition(exposition, ALERT_BUCKET_METRICS)
const SCRAPE = `minio_bucket_usage_total_bytes{bucket="a",server="1"} 95
minio_bucket_usage_total_bytes{bucket="b",server="1"} 50
minio_bucket_quota_total_bytes{bucket="a",server="1"} 100
minio_bucket_quota_total_bytes{bucket="c",server="1"} 100
minio_bucket_replication_last_hour_failed_count{bucket="b",server="1",targetArn="x"} 3
minio_bucket_replication_last_hour_failed_count{bucket="b",server="1",targetArn="y"} 4
`

test('knows the used quota and the failed replication of buckets, until the scrape is too old', () => {
  const values = new BucketValues()
  values.add(1000, samplesOf(SCRAPE))
  const { quota, replication } = ALERT_MEASURES
  expect(values.latest(quota.expression, 1300)).toEqual([
    { labels: { bucket: 'a' }, value: 95 },
    { labels: { bucket: 'c' }, value: 0 },
  ])
  expect(values.latest(replication.expression, 1300)).toEqual([{ labels: { bucket: 'b' }, value: 7 }])
  expect(values.latest(quota.expression, 1601)).toBeUndefined()
  values.add(1300, samplesOf('minio_bucket_usage_total_bytes{bucket="a"} 95\n'))
  expect(values.latest(quota.expression, 1300)).toEqual([])
})

test('shows what the server measures, also if no bucket has a quota or replication', () => {
  const { quota, replication } = ALERT_MEASURES
  const proofs = (exposition: string) => {
    const values = new BucketValues()
    values.add(1000, samplesOf(exposition))
    return [quota, replication].map(({ provedBy }) => provedBy && (values.latest(provedBy, 1000)?.length ?? 0) > 0)
  }
  expect(proofs('')).toEqual([false, false])
  const sizes = 'minio_bucket_usage_total_bytes{bucket="a"} 1\nminio_bucket_usage_total_bytes{bucket="b"} 2\n'
  expect(proofs(sizes)).toEqual([true, false])
  expect(proofs(`${sizes}minio_bucket_replication_proxied_get_requests_total{bucket="a"} 0\n`)).toEqual([true, true])
})

test('knows nothing of a scrape that has more than it keeps', () => {
  const values = new BucketValues()
  const { expression } = ALERT_MEASURES.replication
  const failed = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: 'minio_bucket_replication_last_hour_failed_count',
      labels: { bucket: `b${index}` },
      value: 1,
    }))
  values.add(1000, failed(10_001))
  expect(values.latest(expression, 1000)).toBeUndefined()
  values.add(1300, failed(10_000))
  expect(values.latest(expression, 1300)).toHaveLength(10_000)
})
