/** Metrics of `/minio/metrics/v3/*`, under MinIO's names, those that apply to the engine. */
import type { TrafficCounts } from '../request-counters.ts'
import { type Family, family, type Labels, rangeSamples, type Sample, sample } from './exposition.ts'
import type { MetricsSnapshot, NamedWebhook } from './metrics-snapshot.ts'
import { cumulative } from './v2.ts'

/** Collectors by path below `/minio/metrics/v3`. A path returns everything below it. */
export const V3_COLLECTORS: Readonly<Record<string, (snapshot: MetricsSnapshot) => Family[]>> = {
  '/api/requests': ({ server, counters }) => [
    ...requests('minio_api_requests', { server, type: 's3' }, counters.all),
    family(
      'minio_api_requests_rejected_auth_total',
      'counter',
      'Requests rejected for their credentials',
      sample({ server, type: 's3' }, counters.rejected.auth),
    ),
    family(
      'minio_api_requests_rejected_timestamp_total',
      'counter',
      'Requests rejected for their timestamp',
      sample({ server, type: 's3' }, counters.rejected.time),
    ),
    family(
      'minio_api_requests_rejected_invalid_total',
      'counter',
      'Invalid requests',
      sample({ server, type: 's3' }, counters.rejected.invalid),
    ),
  ],
  '/system/drive': ({ server, drive, totalBytes, freeBytes }) => {
    const labels = { server, drive, pool_index: '0', set_index: '0', drive_index: '0' }
    return [
      family('minio_system_drive_total_bytes', 'gauge', 'Capacity of the drive', sample(labels, totalBytes)),
      family('minio_system_drive_free_bytes', 'gauge', 'Free bytes on the drive', sample(labels, freeBytes)),
      family(
        'minio_system_drive_used_bytes',
        'gauge',
        'Used bytes on the drive',
        sample(labels, totalBytes - freeBytes),
      ),
      family('minio_system_drive_health', 'gauge', 'Health of the drive (1 healthy, 0 not)', sample(labels, 1)),
      family('minio_system_drive_count', 'gauge', 'Drives', sample({ server }, 1)),
      family('minio_system_drive_online_count', 'gauge', 'Online drives', sample({ server }, 1)),
      family('minio_system_drive_offline_count', 'gauge', 'Offline drives', sample({ server }, 0)),
    ]
  },
  '/system/memory': ({ server, memoryTotal, memoryFree }) => [
    family('minio_system_memory_total', 'gauge', 'Total memory', sample({ server }, memoryTotal)),
    family('minio_system_memory_free', 'gauge', 'Free memory', sample({ server }, memoryFree)),
    family('minio_system_memory_used', 'gauge', 'Used memory', sample({ server }, memoryTotal - memoryFree)),
    family(
      'minio_system_memory_used_perc',
      'gauge',
      'Used memory in percent',
      sample({ server }, (100 * (memoryTotal - memoryFree)) / memoryTotal),
    ),
  ],
  '/system/process': ({ server, now, startedAt, cpuSeconds, residentBytes, openFiles, io }) => [
    family('minio_system_process_cpu_total_seconds', 'counter', 'Processor time', sample({ server }, cpuSeconds)),
    family(
      'minio_system_process_start_time_seconds',
      'gauge',
      'Start time of the process',
      sample({ server }, startedAt / 1000),
    ),
    family(
      'minio_system_process_uptime_seconds',
      'gauge',
      'Uptime of the process',
      sample({ server }, (now - startedAt) / 1000),
    ),
    family('minio_system_process_resident_memory_bytes', 'gauge', 'Resident memory', sample({ server }, residentBytes)),
    family('minio_system_process_file_descriptor_open_total', 'gauge', 'Open files', sample({ server }, openFiles)),
    family(
      'minio_system_process_io_rchar_bytes',
      'counter',
      'Bytes read, caches included',
      sample({ server }, io.rchar),
    ),
    family(
      'minio_system_process_io_wchar_bytes',
      'counter',
      'Bytes written, caches included',
      sample({ server }, io.wchar),
    ),
    family(
      'minio_system_process_io_read_bytes',
      'counter',
      'Bytes read from the storage',
      sample({ server }, io.read_bytes),
    ),
    family(
      'minio_system_process_io_write_bytes',
      'counter',
      'Bytes written to the storage',
      sample({ server }, io.write_bytes),
    ),
    family(
      'minio_system_process_syscall_read_total',
      'counter',
      'System calls that read',
      sample({ server }, io.syscr),
    ),
    family(
      'minio_system_process_syscall_write_total',
      'counter',
      'System calls that write',
      sample({ server }, io.syscw),
    ),
  ],
  '/cluster/config': () => [
    family('minio_cluster_config_standard_parity', 'gauge', 'Parity drives', sample({}, 0)),
    family('minio_cluster_config_rrs_parity', 'gauge', 'Parity drives of reduced redundancy', sample({}, 0)),
  ],
  '/cluster/erasure-set': () => [
    family('minio_cluster_erasure_set_overall_write_quorum', 'gauge', 'Write quorum', sample({}, 1)),
    family('minio_cluster_erasure_set_overall_health', 'gauge', 'Health of all erasure sets', sample({}, 1)),
    ...['read_quorum', 'write_quorum', 'online_drives_count', 'health', 'read_health', 'write_health'].map((name) =>
      family(
        `minio_cluster_erasure_set_${name}`,
        'gauge',
        'Erasure set of the single drive',
        sample({ pool_id: '0', set_id: '0' }, 1),
      ),
    ),
  ],
  '/cluster/health': ({ totalBytes, freeBytes }) => [
    family('minio_cluster_health_drives_count', 'gauge', 'Drives', sample({}, 1)),
    family('minio_cluster_health_drives_online_count', 'gauge', 'Online drives', sample({}, 1)),
    family('minio_cluster_health_drives_offline_count', 'gauge', 'Offline drives', sample({}, 0)),
    family('minio_cluster_health_nodes_online_count', 'gauge', 'Online servers', sample({}, 1)),
    family('minio_cluster_health_nodes_offline_count', 'gauge', 'Offline servers', sample({}, 0)),
    family('minio_cluster_health_capacity_raw_total_bytes', 'gauge', 'Capacity of the drive', sample({}, totalBytes)),
    family(
      'minio_cluster_health_capacity_raw_free_bytes',
      'gauge',
      'Free capacity of the drive',
      sample({}, freeBytes),
    ),
    family('minio_cluster_health_capacity_usable_total_bytes', 'gauge', 'Usable capacity', sample({}, totalBytes)),
    family('minio_cluster_health_capacity_usable_free_bytes', 'gauge', 'Free usable capacity', sample({}, freeBytes)),
  ],
  '/cluster/usage/objects': ({ objects, versions, deleteMarkers, bytes, usage, sizes, versionCounts }) => [
    family('minio_cluster_usage_objects_since_last_update_seconds', 'gauge', 'Age of the usage data', sample({}, 0)),
    family(
      'minio_cluster_usage_objects_total_bytes',
      'gauge',
      'Total size of all versions in bytes',
      sample({}, bytes),
    ),
    family('minio_cluster_usage_objects_count', 'gauge', 'Objects', sample({}, objects)),
    family('minio_cluster_usage_objects_versions_count', 'gauge', 'Versions', sample({}, versions)),
    family('minio_cluster_usage_objects_delete_markers_count', 'gauge', 'Delete markers', sample({}, deleteMarkers)),
    family('minio_cluster_usage_objects_buckets_count', 'gauge', 'Buckets', sample({}, usage.length)),
    family('minio_cluster_usage_objects_size_distribution', 'gauge', 'Objects by size', rangeSamples(sizes)),
    family(
      'minio_cluster_usage_objects_version_count_distribution',
      'gauge',
      'Objects by number of versions',
      rangeSamples(versionCounts),
    ),
  ],
  '/cluster/usage/buckets': ({ usage }) => {
    const each = (value: (one: MetricsSnapshot['usage'][number]) => number): Sample[] =>
      usage.map((bucket) => ({ labels: { bucket: bucket.bucket }, value: value(bucket) }))
    const histogram = (of: (one: MetricsSnapshot['usage'][number]) => Record<string, number>): Sample[] =>
      usage.flatMap((bucket) => rangeSamples(of(bucket), { bucket: bucket.bucket }))
    return [
      family('minio_cluster_usage_buckets_since_last_update_seconds', 'gauge', 'Age of the usage data', sample({}, 0)),
      family(
        'minio_cluster_usage_buckets_total_bytes',
        'gauge',
        'Total size of all versions in bytes',
        each(({ bytes }) => bytes),
      ),
      family(
        'minio_cluster_usage_buckets_objects_count',
        'gauge',
        'Objects',
        each(({ objects }) => objects),
      ),
      family(
        'minio_cluster_usage_buckets_versions_count',
        'gauge',
        'Versions',
        each(({ versions }) => versions),
      ),
      family(
        'minio_cluster_usage_buckets_delete_markers_count',
        'gauge',
        'Delete markers',
        each(({ deleteMarkers }) => deleteMarkers),
      ),
      family(
        'minio_cluster_usage_buckets_object_size_distribution',
        'gauge',
        'Objects by size',
        histogram(({ sizeHistogram }) => sizeHistogram),
      ),
      family(
        'minio_cluster_usage_buckets_object_version_count_distribution',
        'gauge',
        'Objects by number of versions',
        histogram(({ versionsHistogram }) => versionsHistogram),
      ),
    ]
  },
  '/notification': ({ server, notify }) => {
    const sum = (of: (one: NamedWebhook) => number) =>
      sample(
        { server },
        notify.reduce((total, each) => total + of(each), 0),
      )
    return [
      family(
        'minio_notification_current_send_in_progress',
        'gauge',
        'Events being sent',
        sum(({ sending }) => sending),
      ),
      family(
        'minio_notification_events_sent_total',
        'counter',
        'Events sent',
        sum(({ sent }) => sent),
      ),
      family(
        'minio_notification_events_errors_total',
        'counter',
        'Failed deliveries',
        sum(({ failed }) => failed),
      ),
      family(
        'minio_notification_events_skipped_total',
        'counter',
        'Dropped events',
        sum(({ dropped }) => dropped),
      ),
    ]
  },
  '/logger/webhook': ({ server, logs }) => {
    const each = (value: (one: NamedWebhook) => number): Sample[] =>
      logs.map((log) => ({ labels: { server, name: log.target, endpoint: log.endpoint }, value: value(log) }))
    return [
      family(
        'minio_logger_webhook_total_messages',
        'counter',
        'Entries sent',
        each(({ sent }) => sent),
      ),
      family(
        'minio_logger_webhook_failed_messages',
        'counter',
        'Failed deliveries',
        each(({ failed }) => failed),
      ),
      family(
        'minio_logger_webhook_queue_length',
        'gauge',
        'Queued entries',
        each(({ waiting }) => waiting),
      ),
    ]
  },
}

/** Metrics of one bucket, `/bucket/api/{bucket}`. */
export function bucketApiMetrics({ server, counters }: MetricsSnapshot, bucket: string): Family[] {
  const traffic = counters.byBucket.get(bucket)
  return traffic === undefined ? [] : requests('minio_bucket_api', { server, bucket, type: 's3' }, traffic)
}

function requests(prefix: string, labels: Labels, traffic: TrafficCounts): Family[] {
  const apis = [...traffic.apis.values()]
  const each = (value: (one: (typeof apis)[number]) => number): Sample[] =>
    apis
      .map((counts) => ({ labels: { ...labels, name: counts.api }, value: value(counts) }))
      .filter(({ value }) => value > 0)
  const ttfb = apis.flatMap((counts) =>
    cumulative(counts).map(({ le, value }) => ({ labels: { ...labels, name: counts.api, le }, value })),
  )

  return [
    family(
      `${prefix}_total`,
      'counter',
      'Requests',
      each((one) => one.total),
    ),
    family(
      `${prefix}_errors_total`,
      'counter',
      'Failed requests',
      prefix === 'minio_api_requests' ? each((one) => one.errors4xx + one.errors5xx) : [],
    ),
    family(
      `${prefix}_4xx_errors_total`,
      'counter',
      'Requests with 4xx responses',
      each((one) => one.errors4xx),
    ),
    family(
      `${prefix}_5xx_errors_total`,
      'counter',
      'Requests with 5xx responses',
      each((one) => one.errors5xx),
    ),
    family(
      `${prefix}_canceled_total`,
      'counter',
      'Requests canceled by the client',
      each((one) => one.canceled),
    ),
    family(`${prefix}_ttfb_seconds_distribution`, 'counter', 'Requests by time to the first byte', ttfb),
    family(`${prefix}_traffic_received_bytes`, 'counter', 'Bytes received', sample(labels, traffic.bytesIn)),
    family(`${prefix}_traffic_sent_bytes`, 'counter', 'Bytes sent', sample(labels, traffic.bytesOut)),
  ]
}
