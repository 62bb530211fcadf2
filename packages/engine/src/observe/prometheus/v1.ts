/** Metrics of `/minio/prometheus/metrics`, under MinIO's oldest names, those that apply to the engine. */
import { type Family, family, sample } from './exposition.ts'
import type { MetricsSnapshot } from './metrics-snapshot.ts'

export function oldestMetrics({ usage, drive, totalBytes, freeBytes }: MetricsSnapshot): Family[] {
  const byBucket = (value: (bucket: (typeof usage)[number]) => number) =>
    usage.map((one) => ({ labels: { bucket: one.bucket }, value: value(one) }))
  const disk = { disk: drive }
  return [
    family(
      'bucket_objects_count',
      'gauge',
      'Objects of the bucket',
      byBucket(({ objects }) => objects),
    ),
    family(
      'bucket_objects_histogram',
      'gauge',
      'Objects of the bucket by size',
      usage.flatMap(({ bucket, sizeHistogram }) =>
        Object.entries(sizeHistogram).map(([object_size, value]) => ({ labels: { bucket, object_size }, value })),
      ),
    ),
    family(
      'bucket_usage_size',
      'gauge',
      'Total size of the bucket in bytes',
      byBucket(({ bytes }) => bytes),
    ),
    family('disk_storage_total', 'gauge', 'Capacity of the drive', sample(disk, totalBytes)),
    family('disk_storage_available', 'gauge', 'Free bytes on the drive', sample(disk, freeBytes)),
    family('disk_storage_used', 'gauge', 'Used bytes on the drive', sample(disk, totalBytes - freeBytes)),
  ]
}
