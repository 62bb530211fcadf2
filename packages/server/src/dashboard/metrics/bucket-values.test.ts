import { expect, test } from 'vitest'
import { ALERT_MEASURES } from './alert-measures.ts'
import { BucketValues } from './bucket-values.ts'

const SCRAPE = `minio_bucket_usage_total_bytes{bucket="a",server="1"} 95
minio_bucket_usage_total_bytes{bucket="b",server="1"} 50
minio_bucket_quota_total_bytes{bucket="a",server="1"} 100
minio_bucket_quota_total_bytes{bucket="c",server="1"} 100
minio_bucket_replication_last_hour_failed_count{bucket="b",server="1",targetArn="x"} 3
minio_bucket_replication_last_hour_failed_count{bucket="b",server="1",targetArn="y"} 4
`

test('knows the used quota and the failed replication of buckets, until the scrape is too old', () => {
  const values = new BucketValues()
  values.add(1000, SCRAPE)
  const { quota, replication } = ALERT_MEASURES
  expect(values.latest(quota.expression, 1300)).toEqual([
    { labels: { bucket: 'a' }, value: 95 },
    { labels: { bucket: 'c' }, value: 0 },
  ])
  expect(values.latest(replication.expression, 1300)).toEqual([{ labels: { bucket: 'b' }, value: 7 }])
  expect(values.latest(quota.expression, 1601)).toBeUndefined()
  values.add(1300, 'minio_bucket_usage_total_bytes{bucket="a"} 95\n')
  expect(values.latest(quota.expression, 1300)).toEqual([])
})

test('shows what the server measures, also if no bucket has a quota or replication', () => {
  const { quota, replication } = ALERT_MEASURES
  const proofs = (exposition: string) => {
    const values = new BucketValues()
    values.add(1000, exposition)
    return [quota, replication].map(({ provedBy }) => provedBy && (values.latest(provedBy, 1000)?.length ?? 0) > 0)
  }
  expect(proofs('')).toEqual([false, false])
  const sizes = 'minio_bucket_usage_total_bytes{bucket="a"} 1\nminio_bucket_usage_total_bytes{bucket="b"} 2\n'
  expect(proofs(sizes)).toEqual([true, false])
  expect(proofs(`${sizes}minio_bucket_replication_proxied_get_requests_total{bucket="a"} 0\n`)).toEqual([true, true])
})
