/** Metrics of `/minio/v2/metrics/*`, under MinIO's names, those that apply to the engine. */
import type { TrafficCounts } from '../request-counters.ts'
import { type Family, families, type Row, ranges } from './exposition.ts'
import { type MetricsSnapshot, type NamedWebhook, sumBy } from './metrics-snapshot.ts'
import { requestFamilies } from './request-families.ts'

export function clusterMetrics(snapshot: MetricsSnapshot): Family[] {
  const { server, logs } = snapshot
  const webhooks = logs.map((one) => [{ server, name: one.target, endpoint: one.endpoint }, one] as const)
  return [
    ...families([[{ server }, snapshot]], CLUSTER),
    ...families([[{ server, pool: '0', set: '0' }, snapshot]], ERASURE_SET),
    ...families(webhooks, WEBHOOK),
    ...nodeMetrics(snapshot),
  ]
}

export function nodeMetrics(snapshot: MetricsSnapshot): Family[] {
  const { server, drive, counters, notify } = snapshot
  const targets = notify.map((one) => [{ server, target_id: one.target, target_name: 'webhook' }, one] as const)
  return [
    ...families([[{ server, drive }, snapshot]], [...DRIVE, DRIVE_FREE]),
    ...families([[{ server }, snapshot]], NODE),
    ...requestFamilies(
      { prefix: 'minio_s3_requests', ttfbType: 'gauge', sumsErrors: true },
      [[{ server }, counters.all]],
      labelApi,
    ),
    ...families([[{ server }, notify]], NOTIFY),
    ...families(targets, NOTIFY_TARGET),
  ]
}

export function bucketMetrics({ server, usage, counters, quotaOf }: MetricsSnapshot): Family[] {
  const buckets = usage.map((one) => [{ server, bucket: one.bucket }, one] as const)
  const traffics = Array.from(counters.byBucket, ([bucket, traffic]) => [{ server, bucket }, traffic] as const)
  return [
    ...families(buckets, BUCKET),
    ...families(buckets, [
      ['minio_bucket_quota_total_bytes', 'gauge', 'Hard quota in bytes', ({ bucket }) => quotaOf(bucket)],
    ]),
    ...families(traffics, BUCKET_TRAFFIC),
    ...requestFamilies({ prefix: 'minio_bucket_requests', ttfbType: 'gauge', sumsErrors: false }, traffics, labelApi),
  ]
}

export function resourceMetrics(snapshot: MetricsSnapshot): Family[] {
  const { server, drive } = snapshot
  return [...families([[{ server }, snapshot]], MEMORY), ...families([[{ server, drive }, snapshot]], DRIVE)]
}

function labelApi(api: string): { api: string } {
  return { api: api.toLowerCase() }
}

const CLUSTER: readonly Row<MetricsSnapshot>[] = [
  ['minio_cluster_capacity_raw_total_bytes', 'gauge', 'Capacity of the drive', ({ totalBytes }) => totalBytes],
  ['minio_cluster_capacity_raw_free_bytes', 'gauge', 'Free capacity of the drive', ({ freeBytes }) => freeBytes],
  ['minio_cluster_capacity_usable_total_bytes', 'gauge', 'Usable capacity', ({ totalBytes }) => totalBytes],
  ['minio_cluster_capacity_usable_free_bytes', 'gauge', 'Free usable capacity', ({ freeBytes }) => freeBytes],
  ['minio_cluster_drive_total', 'gauge', 'Drives', () => 1],
  ['minio_cluster_drive_online_total', 'gauge', 'Online drives', () => 1],
  ['minio_cluster_drive_offline_total', 'gauge', 'Offline drives', () => 0],
  ['minio_cluster_nodes_online_total', 'gauge', 'Online servers', () => 1],
  ['minio_cluster_nodes_offline_total', 'gauge', 'Offline servers', () => 0],
  ['minio_cluster_health_status', 'gauge', 'Health of the server (1 healthy, 0 not)', () => 1],
  ['minio_cluster_write_quorum', 'gauge', 'Write quorum', () => 1],
  // MinIO has no such metric, because a cluster heals damaged objects.
  ['cooperage_cluster_damaged_objects', 'gauge', 'Objects that are damaged on disk', ({ damaged }) => damaged],
  ['minio_cluster_bucket_total', 'gauge', 'Buckets', ({ usage }) => usage.length],
  ['minio_cluster_usage_object_total', 'gauge', 'Objects', ({ objects }) => objects],
  ['minio_cluster_usage_version_total', 'gauge', 'Versions', ({ versions }) => versions],
  ['minio_cluster_usage_deletemarker_total', 'gauge', 'Delete markers', ({ deleteMarkers }) => deleteMarkers],
  ['minio_cluster_usage_total_bytes', 'gauge', 'Total size of all versions in bytes', ({ bytes }) => bytes],
  ['minio_usage_last_activity_nano_seconds', 'gauge', 'Age of the usage data', () => 0],
  ['minio_cluster_objects_size_distribution', 'gauge', 'Objects by size', ({ sizes }) => ranges(sizes)],
  [
    'minio_cluster_objects_version_distribution',
    'gauge',
    'Objects by number of versions',
    ({ versionCounts }) => ranges(versionCounts),
  ],
]

const ERASURE_SET: readonly Row<MetricsSnapshot>[] = [
  ['minio_cluster_health_erasure_set_status', 'gauge', 'Health of the erasure set (1 healthy, 0 not)', () => 1],
  ['minio_cluster_health_erasure_set_online_drives', 'gauge', 'Online drives of the erasure set', () => 1],
  ['minio_cluster_health_erasure_set_healing_drives', 'gauge', 'Healing drives of the erasure set', () => 0],
  ['minio_cluster_health_erasure_set_read_quorum', 'gauge', 'Read quorum', () => 1],
  ['minio_cluster_health_erasure_set_write_quorum', 'gauge', 'Write quorum', () => 1],
]

const WEBHOOK: readonly Row<NamedWebhook>[] = [
  [
    'minio_cluster_webhook_online',
    'gauge',
    'Whether the last delivery succeeded',
    ({ isOnline }) => (isOnline ? 1 : 0),
  ],
  ['minio_cluster_webhook_queue_length', 'gauge', 'Queued entries', ({ waiting }) => waiting],
  ['minio_cluster_webhook_total_messages', 'counter', 'Entries sent', ({ sent }) => sent],
  ['minio_cluster_webhook_failed_messages', 'counter', 'Failed deliveries', ({ failed }) => failed],
]

const DRIVE: readonly Row<MetricsSnapshot>[] = [
  ['minio_node_drive_total_bytes', 'gauge', 'Capacity of the drive', ({ totalBytes }) => totalBytes],
  [
    'minio_node_drive_used_bytes',
    'gauge',
    'Used bytes on the drive',
    ({ totalBytes, freeBytes }) => totalBytes - freeBytes,
  ],
]

const DRIVE_FREE: Row<MetricsSnapshot> = [
  'minio_node_drive_free_bytes',
  'gauge',
  'Free bytes on the drive',
  ({ freeBytes }) => freeBytes,
]

const NODE: readonly Row<MetricsSnapshot>[] = [
  ['minio_node_drive_total', 'gauge', 'Drives of the server', () => 1],
  ['minio_node_drive_online_total', 'gauge', 'Online drives', () => 1],
  ['minio_node_drive_offline_total', 'gauge', 'Offline drives', () => 0],
  ['minio_node_process_starttime_seconds', 'gauge', 'Start time of the process', ({ startedAt }) => startedAt / 1000],
  [
    'minio_node_process_uptime_seconds',
    'gauge',
    'Uptime of the process',
    ({ now, startedAt }) => (now - startedAt) / 1000,
  ],
  ['minio_node_process_cpu_total_seconds', 'counter', 'Processor time', ({ cpuSeconds }) => cpuSeconds],
  ['minio_node_process_resident_memory_bytes', 'gauge', 'Resident memory', ({ residentBytes }) => residentBytes],
  ['minio_node_file_descriptor_open_total', 'gauge', 'Open files', ({ openFiles }) => openFiles],
  ['minio_node_io_rchar_bytes', 'counter', 'Bytes read, caches included', ({ io }) => io.rchar],
  ['minio_node_io_wchar_bytes', 'counter', 'Bytes written, caches included', ({ io }) => io.wchar],
  ['minio_node_io_read_bytes', 'counter', 'Bytes read from the storage', ({ io }) => io.read_bytes],
  ['minio_node_io_write_bytes', 'counter', 'Bytes written to the storage', ({ io }) => io.write_bytes],
  ['minio_node_syscall_read_total', 'counter', 'System calls that read', ({ io }) => io.syscr],
  ['minio_node_syscall_write_total', 'counter', 'System calls that write', ({ io }) => io.syscw],
  [
    'minio_s3_requests_rejected_auth_total',
    'counter',
    'Requests rejected for their credentials',
    ({ counters }) => counters.rejected.auth,
  ],
  [
    'minio_s3_requests_rejected_timestamp_total',
    'counter',
    'Requests rejected for their timestamp',
    ({ counters }) => counters.rejected.time,
  ],
  [
    'minio_s3_requests_rejected_invalid_total',
    'counter',
    'Invalid requests',
    ({ counters }) => counters.rejected.invalid,
  ],
  ['minio_s3_traffic_received_bytes', 'counter', 'Bytes received', ({ counters }) => counters.all.bytesIn],
  ['minio_s3_traffic_sent_bytes', 'counter', 'Bytes sent', ({ counters }) => counters.all.bytesOut],
]

const BUCKET: readonly Row<MetricsSnapshot['usage'][number]>[] = [
  ['minio_bucket_usage_object_total', 'gauge', 'Objects', ({ objects }) => objects],
  ['minio_bucket_usage_version_total', 'gauge', 'Versions', ({ versions }) => versions],
  ['minio_bucket_usage_deletemarker_total', 'gauge', 'Delete markers', ({ deleteMarkers }) => deleteMarkers],
  ['minio_bucket_usage_total_bytes', 'gauge', 'Total size of all versions in bytes', ({ bytes }) => bytes],
  ['minio_bucket_objects_size_distribution', 'gauge', 'Objects by size', ({ sizeHistogram }) => ranges(sizeHistogram)],
  [
    'minio_bucket_objects_version_distribution',
    'gauge',
    'Objects by number of versions',
    ({ versionsHistogram }) => ranges(versionsHistogram),
  ],
]

const BUCKET_TRAFFIC: readonly Row<TrafficCounts>[] = [
  ['minio_bucket_traffic_received_bytes', 'counter', 'Bytes received', ({ bytesIn }) => bytesIn],
  ['minio_bucket_traffic_sent_bytes', 'counter', 'Bytes sent', ({ bytesOut }) => bytesOut],
]

const MEMORY: readonly Row<MetricsSnapshot>[] = [
  ['minio_node_mem_total', 'gauge', 'Total memory', ({ memoryTotal }) => memoryTotal],
  ['minio_node_mem_free', 'gauge', 'Free memory', ({ memoryFree }) => memoryFree],
  ['minio_node_mem_used', 'gauge', 'Used memory', ({ memoryTotal, memoryFree }) => memoryTotal - memoryFree],
  [
    'minio_node_mem_used_perc',
    'gauge',
    'Used memory in percent',
    ({ memoryTotal, memoryFree }) => (100 * (memoryTotal - memoryFree)) / memoryTotal,
  ],
]

const NOTIFY: readonly Row<readonly NamedWebhook[]>[] = [
  ['minio_notify_current_send_in_progress', 'gauge', 'Events being sent', sumBy('sending')],
  ['minio_notify_events_sent_total', 'counter', 'Events sent', sumBy('sent')],
  ['minio_notify_events_errors_total', 'counter', 'Failed deliveries', sumBy('failed')],
  ['minio_notify_events_skipped_total', 'counter', 'Dropped events', sumBy('dropped')],
]

const NOTIFY_TARGET: readonly Row<NamedWebhook>[] = [
  ['minio_notify_target_queue_length', 'gauge', 'Queued events', ({ waiting }) => waiting],
  ['minio_notify_target_total_events', 'counter', 'Events sent', ({ sent }) => sent],
  ['minio_notify_target_failed_events', 'counter', 'Failed deliveries', ({ failed }) => failed],
  ['minio_notify_target_current_send_in_progress', 'gauge', 'Events being sent', ({ sending }) => sending],
]
