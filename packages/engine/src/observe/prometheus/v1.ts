/** Metrics of `/minio/prometheus/metrics`, under MinIO's oldest names, those that apply to the engine. */
import { type Family, families, type Row, ranges } from './exposition.ts'
import type { MetricsSnapshot } from './metrics-snapshot.ts'

export function oldestMetrics(snapshot: MetricsSnapshot): Family[] {
  const buckets = snapshot.usage.map((usage) => [{ bucket: usage.bucket }, usage] as const)
  return [...families(buckets, BUCKET), ...families([[{ disk: snapshot.drive }, snapshot]], DISK)]
}

const BUCKET: readonly Row<MetricsSnapshot['usage'][number]>[] = [
  ['bucket_objects_count', 'gauge', 'Objects of the bucket', ({ objects }) => objects],
  [
    'bucket_objects_histogram',
    'gauge',
    'Objects of the bucket by size',
    ({ sizeHistogram }) => ranges(sizeHistogram, 'object_size'),
  ],
  ['bucket_usage_size', 'gauge', 'Total size of the bucket in bytes', ({ bytes }) => bytes],
]

const DISK: readonly Row<MetricsSnapshot>[] = [
  ['disk_storage_total', 'gauge', 'Capacity of the drive', ({ totalBytes }) => totalBytes],
  ['disk_storage_available', 'gauge', 'Free bytes on the drive', ({ freeBytes }) => freeBytes],
  ['disk_storage_used', 'gauge', 'Used bytes on the drive', ({ totalBytes, freeBytes }) => totalBytes - freeBytes],
]
