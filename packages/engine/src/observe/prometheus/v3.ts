/** Metrics of `/minio/metrics/v3/*`, under MinIO's names, those that apply to the engine. */
import type { TrafficCounts } from '../request-counters.ts'
import { type Family, families, type Labels, type Row, ranges } from './exposition.ts'
import { type MetricsSnapshot, type NamedWebhook, sumBy } from './metrics-snapshot.ts'
import { requestFamilies } from './request-families.ts'

/** Collectors by path below `/minio/metrics/v3`. A path returns everything below it. */
export const V3_COLLECTORS: Readonly<Record<string, (snapshot: MetricsSnapshot) => Family[]>> = {
  '/api/requests': ({ server, counters }) => [
    ...requests('minio_api_requests', { server, type: 's3' }, counters.all),
    ...families([[{ server, type: 's3' }, counters.rejected]], REJECTED),
  ],
  '/system/drive': (snapshot) => {
    const { server, drive } = snapshot
    const labels = { server, drive, pool_index: '0', set_index: '0', drive_index: '0' }
    return [...families([[labels, snapshot]], DRIVE), ...families([[{ server }, snapshot]], DRIVES)]
  },
  '/system/memory': (snapshot) => families([[{ server: snapshot.server }, snapshot]], MEMORY),
  '/system/process': (snapshot) => families([[{ server: snapshot.server }, snapshot]], PROCESS),
  '/cluster/config': (snapshot) => families([[{}, snapshot]], CONFIG),
  '/cluster/erasure-set': (snapshot) => [
    ...families([[{}, snapshot]], ERASURE_SETS),
    ...families([[{ pool_id: '0', set_id: '0' }, snapshot]], ERASURE_SET),
  ],
  '/cluster/health': (snapshot) => families([[{}, snapshot]], HEALTH),
  '/cluster/usage/objects': (snapshot) => families([[{}, snapshot]], USAGE),
  '/cluster/usage/buckets': (snapshot) => [
    ...families([[{}, snapshot]], BUCKETS_AGE),
    ...families(
      snapshot.usage.map((bucket) => [{ bucket: bucket.bucket }, bucket]),
      BUCKET_USAGE,
    ),
  ],
  '/notification': ({ server, notify }) => families([[{ server }, notify]], NOTIFICATION),
  '/logger/webhook': ({ server, logs }) =>
    families(
      logs.map((log) => [{ server, name: log.target, endpoint: log.endpoint }, log]),
      LOGGER_WEBHOOK,
    ),
}

/** Metrics of one bucket, `/bucket/api/{bucket}`. */
export function bucketApiMetrics({ server, counters }: MetricsSnapshot, bucket: string): Family[] {
  const traffic = counters.byBucket.get(bucket)
  return traffic === undefined ? [] : requests('minio_bucket_api', { server, bucket, type: 's3' }, traffic)
}

function requests(prefix: string, labels: Labels, traffic: TrafficCounts): Family[] {
  const sumsErrors = prefix === 'minio_api_requests'
  return [
    ...requestFamilies({ prefix, ttfbType: 'counter', sumsErrors }, [[labels, traffic]], (name) => ({ name })),
    ...families(
      [[labels, traffic]],
      [
        [`${prefix}_traffic_received_bytes`, 'counter', 'Bytes received', ({ bytesIn }) => bytesIn],
        [`${prefix}_traffic_sent_bytes`, 'counter', 'Bytes sent', ({ bytesOut }) => bytesOut],
      ],
    ),
  ]
}

const REJECTED: readonly Row<MetricsSnapshot['counters']['rejected']>[] = [
  ['minio_api_requests_rejected_auth_total', 'counter', 'Requests rejected for their credentials', ({ auth }) => auth],
  [
    'minio_api_requests_rejected_timestamp_total',
    'counter',
    'Requests rejected for their timestamp',
    ({ time }) => time,
  ],
  ['minio_api_requests_rejected_invalid_total', 'counter', 'Invalid requests', ({ invalid }) => invalid],
]

const DRIVE: readonly Row<MetricsSnapshot>[] = [
  ['minio_system_drive_total_bytes', 'gauge', 'Capacity of the drive', ({ totalBytes }) => totalBytes],
  ['minio_system_drive_free_bytes', 'gauge', 'Free bytes on the drive', ({ freeBytes }) => freeBytes],
  [
    'minio_system_drive_used_bytes',
    'gauge',
    'Used bytes on the drive',
    ({ totalBytes, freeBytes }) => totalBytes - freeBytes,
  ],
  ['minio_system_drive_health', 'gauge', 'Health of the drive (1 healthy, 0 not)', () => 1],
]

const DRIVES: readonly Row<MetricsSnapshot>[] = [
  ['minio_system_drive_count', 'gauge', 'Drives', () => 1],
  ['minio_system_drive_online_count', 'gauge', 'Online drives', () => 1],
  ['minio_system_drive_offline_count', 'gauge', 'Offline drives', () => 0],
]

const MEMORY: readonly Row<MetricsSnapshot>[] = [
  ['minio_system_memory_total', 'gauge', 'Total memory', ({ memoryTotal }) => memoryTotal],
  ['minio_system_memory_free', 'gauge', 'Free memory', ({ memoryFree }) => memoryFree],
  ['minio_system_memory_used', 'gauge', 'Used memory', ({ memoryTotal, memoryFree }) => memoryTotal - memoryFree],
  [
    'minio_system_memory_used_perc',
    'gauge',
    'Used memory in percent',
    ({ memoryTotal, memoryFree }) => (100 * (memoryTotal - memoryFree)) / memoryTotal,
  ],
]

const PROCESS: readonly Row<MetricsSnapshot>[] = [
  ['minio_system_process_cpu_total_seconds', 'counter', 'Processor time', ({ cpuSeconds }) => cpuSeconds],
  [
    'minio_system_process_start_time_seconds',
    'gauge',
    'Start time of the process',
    ({ startedAt }) => startedAt / 1000,
  ],
  [
    'minio_system_process_uptime_seconds',
    'gauge',
    'Uptime of the process',
    ({ now, startedAt }) => (now - startedAt) / 1000,
  ],
  ['minio_system_process_resident_memory_bytes', 'gauge', 'Resident memory', ({ residentBytes }) => residentBytes],
  ['minio_system_process_file_descriptor_open_total', 'gauge', 'Open files', ({ openFiles }) => openFiles],
  ['minio_system_process_io_rchar_bytes', 'counter', 'Bytes read, caches included', ({ io }) => io.rchar],
  ['minio_system_process_io_wchar_bytes', 'counter', 'Bytes written, caches included', ({ io }) => io.wchar],
  ['minio_system_process_io_read_bytes', 'counter', 'Bytes read from the storage', ({ io }) => io.read_bytes],
  ['minio_system_process_io_write_bytes', 'counter', 'Bytes written to the storage', ({ io }) => io.write_bytes],
  ['minio_system_process_syscall_read_total', 'counter', 'System calls that read', ({ io }) => io.syscr],
  ['minio_system_process_syscall_write_total', 'counter', 'System calls that write', ({ io }) => io.syscw],
]

const CONFIG: readonly Row<MetricsSnapshot>[] = [
  ['minio_cluster_config_standard_parity', 'gauge', 'Parity drives', () => 0],
  ['minio_cluster_config_rrs_parity', 'gauge', 'Parity drives of reduced redundancy', () => 0],
]

const ERASURE_SETS: readonly Row<MetricsSnapshot>[] = [
  ['minio_cluster_erasure_set_overall_write_quorum', 'gauge', 'Write quorum', () => 1],
  ['minio_cluster_erasure_set_overall_health', 'gauge', 'Health of all erasure sets', () => 1],
]

const ERASURE_SET = ['read_quorum', 'write_quorum', 'online_drives_count', 'health', 'read_health', 'write_health'].map(
  (name): Row<MetricsSnapshot> => [
    `minio_cluster_erasure_set_${name}`,
    'gauge',
    'Erasure set of the single drive',
    () => 1,
  ],
)

const HEALTH: readonly Row<MetricsSnapshot>[] = [
  ['minio_cluster_health_drives_count', 'gauge', 'Drives', () => 1],
  ['minio_cluster_health_drives_online_count', 'gauge', 'Online drives', () => 1],
  ['minio_cluster_health_drives_offline_count', 'gauge', 'Offline drives', () => 0],
  ['minio_cluster_health_nodes_online_count', 'gauge', 'Online servers', () => 1],
  ['minio_cluster_health_nodes_offline_count', 'gauge', 'Offline servers', () => 0],
  ['minio_cluster_health_capacity_raw_total_bytes', 'gauge', 'Capacity of the drive', ({ totalBytes }) => totalBytes],
  ['minio_cluster_health_capacity_raw_free_bytes', 'gauge', 'Free capacity of the drive', ({ freeBytes }) => freeBytes],
  ['minio_cluster_health_capacity_usable_total_bytes', 'gauge', 'Usable capacity', ({ totalBytes }) => totalBytes],
  ['minio_cluster_health_capacity_usable_free_bytes', 'gauge', 'Free usable capacity', ({ freeBytes }) => freeBytes],
]

const USAGE: readonly Row<MetricsSnapshot>[] = [
  ['minio_cluster_usage_objects_since_last_update_seconds', 'gauge', 'Age of the usage data', () => 0],
  ['minio_cluster_usage_objects_total_bytes', 'gauge', 'Total size of all versions in bytes', ({ bytes }) => bytes],
  ['minio_cluster_usage_objects_count', 'gauge', 'Objects', ({ objects }) => objects],
  ['minio_cluster_usage_objects_versions_count', 'gauge', 'Versions', ({ versions }) => versions],
  ['minio_cluster_usage_objects_delete_markers_count', 'gauge', 'Delete markers', ({ deleteMarkers }) => deleteMarkers],
  ['minio_cluster_usage_objects_buckets_count', 'gauge', 'Buckets', ({ usage }) => usage.length],
  ['minio_cluster_usage_objects_size_distribution', 'gauge', 'Objects by size', ({ sizes }) => ranges(sizes)],
  [
    'minio_cluster_usage_objects_version_count_distribution',
    'gauge',
    'Objects by number of versions',
    ({ versionCounts }) => ranges(versionCounts),
  ],
]

const BUCKETS_AGE: readonly Row<MetricsSnapshot>[] = [
  ['minio_cluster_usage_buckets_since_last_update_seconds', 'gauge', 'Age of the usage data', () => 0],
]

const BUCKET_USAGE: readonly Row<MetricsSnapshot['usage'][number]>[] = [
  ['minio_cluster_usage_buckets_total_bytes', 'gauge', 'Total size of all versions in bytes', ({ bytes }) => bytes],
  ['minio_cluster_usage_buckets_objects_count', 'gauge', 'Objects', ({ objects }) => objects],
  ['minio_cluster_usage_buckets_versions_count', 'gauge', 'Versions', ({ versions }) => versions],
  ['minio_cluster_usage_buckets_delete_markers_count', 'gauge', 'Delete markers', ({ deleteMarkers }) => deleteMarkers],
  [
    'minio_cluster_usage_buckets_object_size_distribution',
    'gauge',
    'Objects by size',
    ({ sizeHistogram }) => ranges(sizeHistogram),
  ],
  [
    'minio_cluster_usage_buckets_object_version_count_distribution',
    'gauge',
    'Objects by number of versions',
    ({ versionsHistogram }) => ranges(versionsHistogram),
  ],
]

const NOTIFICATION: readonly Row<readonly NamedWebhook[]>[] = [
  ['minio_notification_current_send_in_progress', 'gauge', 'Events being sent', sumBy('sending')],
  ['minio_notification_events_sent_total', 'counter', 'Events sent', sumBy('sent')],
  ['minio_notification_events_errors_total', 'counter', 'Failed deliveries', sumBy('failed')],
  ['minio_notification_events_skipped_total', 'counter', 'Dropped events', sumBy('dropped')],
]

const LOGGER_WEBHOOK: readonly Row<NamedWebhook>[] = [
  ['minio_logger_webhook_total_messages', 'counter', 'Entries sent', ({ sent }) => sent],
  ['minio_logger_webhook_failed_messages', 'counter', 'Failed deliveries', ({ failed }) => failed],
  ['minio_logger_webhook_queue_length', 'gauge', 'Queued entries', ({ waiting }) => waiting],
]
