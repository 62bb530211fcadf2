/** Metrics of `/minio/v2/metrics/*`, under MinIO's names, as far as they apply to the engine. */
import { type ApiCounts, type TrafficCounts, TTFB_BOUNDS } from '../request-counters.ts'
import { type Family, family, type Sample } from './exposition.ts'
import type { MetricsSnapshot } from './metrics-snapshot.ts'

type Labels = Record<string, string>

function one(labels: Labels, value: number | undefined): Sample[] {
  return value === undefined ? [] : [{ labels, value }]
}

function ranges(labels: Labels, histogram: Record<string, number>): Sample[] {
  return Object.entries(histogram).map(([range, value]) => ({ labels: { ...labels, range }, value }))
}

export function clusterMetrics(snapshot: MetricsSnapshot): Family[] {
  const { server, objects, versions, deleteMarkers, bytes, damaged, usage, totalBytes, freeBytes } = snapshot
  const at = { server }
  const set = { ...at, pool: '0', set: '0' }
  return [
    family('minio_cluster_capacity_raw_total_bytes', 'gauge', 'Capacity of the drive', one(at, totalBytes)),
    family('minio_cluster_capacity_raw_free_bytes', 'gauge', 'Free capacity of the drive', one(at, freeBytes)),
    family('minio_cluster_capacity_usable_total_bytes', 'gauge', 'Usable capacity', one(at, totalBytes)),
    family('minio_cluster_capacity_usable_free_bytes', 'gauge', 'Free usable capacity', one(at, freeBytes)),
    family('minio_cluster_drive_total', 'gauge', 'Drives', one(at, 1)),
    family('minio_cluster_drive_online_total', 'gauge', 'Online drives', one(at, 1)),
    family('minio_cluster_drive_offline_total', 'gauge', 'Offline drives', one(at, 0)),
    family('minio_cluster_nodes_online_total', 'gauge', 'Online servers', one(at, 1)),
    family('minio_cluster_nodes_offline_total', 'gauge', 'Offline servers', one(at, 0)),
    family('minio_cluster_health_status', 'gauge', 'Health of the server (1 healthy, 0 not)', one(at, 1)),
    family(
      'minio_cluster_health_erasure_set_status',
      'gauge',
      'Health of the erasure set (1 healthy, 0 not)',
      one(set, 1),
    ),
    family('minio_cluster_health_erasure_set_online_drives', 'gauge', 'Online drives of the erasure set', one(set, 1)),
    family(
      'minio_cluster_health_erasure_set_healing_drives',
      'gauge',
      'Healing drives of the erasure set',
      one(set, 0),
    ),
    family('minio_cluster_health_erasure_set_read_quorum', 'gauge', 'Read quorum', one(set, 1)),
    family('minio_cluster_health_erasure_set_write_quorum', 'gauge', 'Write quorum', one(set, 1)),
    family('minio_cluster_write_quorum', 'gauge', 'Write quorum', one(at, 1)),
    // MinIO has no such metric, because a cluster heals damaged objects.
    family('cooperage_cluster_damaged_objects', 'gauge', 'Objects that are damaged on disk', one(at, damaged)),
    family('minio_cluster_bucket_total', 'gauge', 'Buckets', one(at, usage.length)),
    family('minio_cluster_usage_object_total', 'gauge', 'Objects', one(at, objects)),
    family('minio_cluster_usage_version_total', 'gauge', 'Versions', one(at, versions)),
    family('minio_cluster_usage_deletemarker_total', 'gauge', 'Delete markers', one(at, deleteMarkers)),
    family('minio_cluster_usage_total_bytes', 'gauge', 'Total size of all versions in bytes', one(at, bytes)),
    family('minio_usage_last_activity_nano_seconds', 'gauge', 'Age of the usage data', one(at, 0)),
    family('minio_cluster_objects_size_distribution', 'gauge', 'Objects by size', ranges(at, snapshot.sizes)),
    family(
      'minio_cluster_objects_version_distribution',
      'gauge',
      'Objects by number of versions',
      ranges(at, snapshot.versionCounts),
    ),
    ...webhookMetrics(snapshot),
    ...nodeMetrics(snapshot),
  ]
}

export function nodeMetrics(snapshot: MetricsSnapshot): Family[] {
  const { server, now, startedAt, cpuSeconds, residentBytes, openFiles, io, totalBytes, freeBytes, drive } = snapshot
  const at = { server }
  const disk = { server, drive }
  return [
    family('minio_node_drive_total_bytes', 'gauge', 'Capacity of the drive', one(disk, totalBytes)),
    family('minio_node_drive_free_bytes', 'gauge', 'Free bytes on the drive', one(disk, freeBytes)),
    family('minio_node_drive_used_bytes', 'gauge', 'Used bytes on the drive', one(disk, totalBytes - freeBytes)),
    family('minio_node_drive_total', 'gauge', 'Drives of the server', one(at, 1)),
    family('minio_node_drive_online_total', 'gauge', 'Online drives', one(at, 1)),
    family('minio_node_drive_offline_total', 'gauge', 'Offline drives', one(at, 0)),
    family('minio_node_process_starttime_seconds', 'gauge', 'Start time of the process', one(at, startedAt / 1000)),
    family('minio_node_process_uptime_seconds', 'gauge', 'Uptime of the process', one(at, (now - startedAt) / 1000)),
    family('minio_node_process_cpu_total_seconds', 'counter', 'Processor time', one(at, cpuSeconds)),
    family('minio_node_process_resident_memory_bytes', 'gauge', 'Resident memory', one(at, residentBytes)),
    family('minio_node_file_descriptor_open_total', 'gauge', 'Open files', one(at, openFiles)),
    family('minio_node_io_rchar_bytes', 'counter', 'Bytes read, caches included', one(at, io.rchar)),
    family('minio_node_io_wchar_bytes', 'counter', 'Bytes written, caches included', one(at, io.wchar)),
    family('minio_node_io_read_bytes', 'counter', 'Bytes read from the storage', one(at, io.read_bytes)),
    family('minio_node_io_write_bytes', 'counter', 'Bytes written to the storage', one(at, io.write_bytes)),
    family('minio_node_syscall_read_total', 'counter', 'System calls that read', one(at, io.syscr)),
    family('minio_node_syscall_write_total', 'counter', 'System calls that write', one(at, io.syscw)),
    ...requestMetrics('minio_s3_requests', at, [{ labels: {}, traffic: snapshot.counters.all }]),
    family(
      'minio_s3_requests_rejected_auth_total',
      'counter',
      'Requests rejected for their credentials',
      one(at, snapshot.counters.rejected.auth),
    ),
    family(
      'minio_s3_requests_rejected_timestamp_total',
      'counter',
      'Requests rejected for their timestamp',
      one(at, snapshot.counters.rejected.time),
    ),
    family(
      'minio_s3_requests_rejected_invalid_total',
      'counter',
      'Invalid requests',
      one(at, snapshot.counters.rejected.invalid),
    ),
    family('minio_s3_traffic_received_bytes', 'counter', 'Bytes received', one(at, snapshot.counters.all.bytesIn)),
    family('minio_s3_traffic_sent_bytes', 'counter', 'Bytes sent', one(at, snapshot.counters.all.bytesOut)),
    ...notifyMetrics(snapshot),
  ]
}

export function bucketMetrics({ server, usage, counters }: MetricsSnapshot): Family[] {
  const at = { server }
  const each = (value: (one: MetricsSnapshot['usage'][number]) => number): Sample[] =>
    usage.map((bucket) => ({ labels: { ...at, bucket: bucket.bucket }, value: value(bucket) }))
  const histogram = (of: (one: MetricsSnapshot['usage'][number]) => Record<string, number>): Sample[] =>
    usage.flatMap((bucket) => ranges({ ...at, bucket: bucket.bucket }, of(bucket)))
  const traffics = Array.from(counters.byBucket, ([bucket, traffic]) => ({ labels: { bucket }, traffic }))
  const traffic = (of: (one: TrafficCounts) => number): Sample[] =>
    traffics.map((bucket) => ({ labels: { ...at, ...bucket.labels }, value: of(bucket.traffic) }))
  return [
    family(
      'minio_bucket_usage_object_total',
      'gauge',
      'Objects',
      each(({ objects }) => objects),
    ),
    family(
      'minio_bucket_usage_version_total',
      'gauge',
      'Versions',
      each(({ versions }) => versions),
    ),
    family(
      'minio_bucket_usage_deletemarker_total',
      'gauge',
      'Delete markers',
      each(({ deleteMarkers }) => deleteMarkers),
    ),
    family(
      'minio_bucket_usage_total_bytes',
      'gauge',
      'Total size of all versions in bytes',
      each(({ bytes }) => bytes),
    ),
    family(
      'minio_bucket_objects_size_distribution',
      'gauge',
      'Objects by size',
      histogram(({ sizeHistogram }) => sizeHistogram),
    ),
    family(
      'minio_bucket_objects_version_distribution',
      'gauge',
      'Objects by number of versions',
      histogram(({ versionsHistogram }) => versionsHistogram),
    ),
    family(
      'minio_bucket_traffic_received_bytes',
      'counter',
      'Bytes received',
      traffic(({ bytesIn }) => bytesIn),
    ),
    family(
      'minio_bucket_traffic_sent_bytes',
      'counter',
      'Bytes sent',
      traffic(({ bytesOut }) => bytesOut),
    ),
    ...requestMetrics('minio_bucket_requests', at, traffics),
  ]
}

export function resourceMetrics({
  server,
  memoryTotal,
  memoryFree,
  drive,
  totalBytes,
  freeBytes,
}: MetricsSnapshot): Family[] {
  const at = { server }
  const disk = { server, drive }
  const used = memoryTotal - memoryFree
  return [
    family('minio_node_mem_total', 'gauge', 'Total memory', one(at, memoryTotal)),
    family('minio_node_mem_free', 'gauge', 'Free memory', one(at, memoryFree)),
    family('minio_node_mem_used', 'gauge', 'Used memory', one(at, used)),
    family('minio_node_mem_used_perc', 'gauge', 'Used memory in percent', one(at, (100 * used) / memoryTotal)),
    family('minio_node_drive_total_bytes', 'gauge', 'Capacity of the drive', one(disk, totalBytes)),
    family('minio_node_drive_used_bytes', 'gauge', 'Used bytes on the drive', one(disk, totalBytes - freeBytes)),
  ]
}

interface LabelledTraffic {
  labels: Labels
  traffic: TrafficCounts
}

function requestMetrics(prefix: string, at: Labels, traffics: readonly LabelledTraffic[]): Family[] {
  const each = (value: (counts: ApiCounts) => number, keepZero = false): Sample[] =>
    traffics.flatMap(({ labels, traffic }) =>
      Array.from(traffic.apis.values(), (counts) => ({
        labels: { ...at, ...labels, api: counts.api.toLowerCase() },
        value: value(counts),
      })).filter((sample) => keepZero || sample.value > 0),
    )
  const ttfb = traffics.flatMap(({ labels, traffic }) =>
    Array.from(traffic.apis.values()).flatMap((counts) =>
      cumulative(counts).map(({ le, value }) => ({
        labels: { ...at, ...labels, api: counts.api.toLowerCase(), le },
        value,
      })),
    ),
  )
  return [
    family(
      `${prefix}_total`,
      'counter',
      'Requests',
      each(({ total }) => total, true),
    ),
    family(
      `${prefix}_errors_total`,
      'counter',
      'Failed requests',
      prefix === 'minio_s3_requests' ? each(({ errors4xx, errors5xx }) => errors4xx + errors5xx) : [],
    ),
    family(
      `${prefix}_4xx_errors_total`,
      'counter',
      'Requests with 4xx responses',
      each(({ errors4xx }) => errors4xx),
    ),
    family(
      `${prefix}_5xx_errors_total`,
      'counter',
      'Requests with 5xx responses',
      each(({ errors5xx }) => errors5xx),
    ),
    family(
      `${prefix}_canceled_total`,
      'counter',
      'Requests canceled by the client',
      each(({ canceled }) => canceled),
    ),
    family(`${prefix}_ttfb_seconds_distribution`, 'gauge', 'Requests by time to the first byte', ttfb),
  ]
}

export function cumulative({ ttfb }: ApiCounts): { le: string; value: number }[] {
  let sum = 0
  return [...TTFB_BOUNDS.map((bound) => bound.toFixed(3)), '+Inf'].map((le, at) => {
    sum += ttfb[at] ?? 0
    return { le, value: sum }
  })
}

function notifyMetrics({ server, notify }: MetricsSnapshot): Family[] {
  const at = { server }
  const sum = (of: (one: MetricsSnapshot['notify'][number]) => number) =>
    notify.reduce((total, one) => total + of(one), 0)
  const each = (value: (one: MetricsSnapshot['notify'][number]) => number): Sample[] =>
    notify.map((one) => ({ labels: { ...at, target_id: one.target, target_name: 'webhook' }, value: value(one) }))
  return [
    family(
      'minio_notify_current_send_in_progress',
      'gauge',
      'Events being sent',
      one(
        at,
        sum(({ sending }) => sending),
      ),
    ),
    family(
      'minio_notify_events_sent_total',
      'counter',
      'Events sent',
      one(
        at,
        sum(({ sent }) => sent),
      ),
    ),
    family(
      'minio_notify_events_errors_total',
      'counter',
      'Failed deliveries',
      one(
        at,
        sum(({ failed }) => failed),
      ),
    ),
    family(
      'minio_notify_events_skipped_total',
      'counter',
      'Dropped events',
      one(
        at,
        sum(({ dropped }) => dropped),
      ),
    ),
    family(
      'minio_notify_target_queue_length',
      'gauge',
      'Queued events',
      each(({ waiting }) => waiting),
    ),
    family(
      'minio_notify_target_total_events',
      'counter',
      'Events sent',
      each(({ sent }) => sent),
    ),
    family(
      'minio_notify_target_failed_events',
      'counter',
      'Failed deliveries',
      each(({ failed }) => failed),
    ),
    family(
      'minio_notify_target_current_send_in_progress',
      'gauge',
      'Events being sent',
      each(({ sending }) => sending),
    ),
  ]
}

function webhookMetrics({ server, logs }: MetricsSnapshot): Family[] {
  const each = (value: (one: MetricsSnapshot['logs'][number]) => number): Sample[] =>
    logs.map((one) => ({ labels: { server, name: one.target, endpoint: one.endpoint }, value: value(one) }))
  return [
    family(
      'minio_cluster_webhook_online',
      'gauge',
      'Whether the last delivery succeeded',
      each((one) => (one.isOnline ? 1 : 0)),
    ),
    family(
      'minio_cluster_webhook_queue_length',
      'gauge',
      'Queued entries',
      each(({ waiting }) => waiting),
    ),
    family(
      'minio_cluster_webhook_total_messages',
      'counter',
      'Entries sent',
      each(({ sent }) => sent),
    ),
    family(
      'minio_cluster_webhook_failed_messages',
      'counter',
      'Failed deliveries',
      each(({ failed }) => failed),
    ),
  ]
}
