/** Metrics of `/minio/v2/metrics/*`, under MinIO's names, those that apply to the engine. */
import { type ApiCounts, type TrafficCounts, TTFB_BOUNDS } from '../request-counters.ts'
import { type Family, family, type Labels, rangeSamples, type Sample, sample } from './exposition.ts'
import type { MetricsSnapshot } from './metrics-snapshot.ts'

export function clusterMetrics(snapshot: MetricsSnapshot): Family[] {
  const { server, objects, versions, deleteMarkers, bytes, damaged, usage, totalBytes, freeBytes } = snapshot
  const labels = { server }
  const set = { ...labels, pool: '0', set: '0' }
  return [
    family('minio_cluster_capacity_raw_total_bytes', 'gauge', 'Capacity of the drive', sample(labels, totalBytes)),
    family('minio_cluster_capacity_raw_free_bytes', 'gauge', 'Free capacity of the drive', sample(labels, freeBytes)),
    family('minio_cluster_capacity_usable_total_bytes', 'gauge', 'Usable capacity', sample(labels, totalBytes)),
    family('minio_cluster_capacity_usable_free_bytes', 'gauge', 'Free usable capacity', sample(labels, freeBytes)),
    family('minio_cluster_drive_total', 'gauge', 'Drives', sample(labels, 1)),
    family('minio_cluster_drive_online_total', 'gauge', 'Online drives', sample(labels, 1)),
    family('minio_cluster_drive_offline_total', 'gauge', 'Offline drives', sample(labels, 0)),
    family('minio_cluster_nodes_online_total', 'gauge', 'Online servers', sample(labels, 1)),
    family('minio_cluster_nodes_offline_total', 'gauge', 'Offline servers', sample(labels, 0)),
    family('minio_cluster_health_status', 'gauge', 'Health of the server (1 healthy, 0 not)', sample(labels, 1)),
    family(
      'minio_cluster_health_erasure_set_status',
      'gauge',
      'Health of the erasure set (1 healthy, 0 not)',
      sample(set, 1),
    ),
    family(
      'minio_cluster_health_erasure_set_online_drives',
      'gauge',
      'Online drives of the erasure set',
      sample(set, 1),
    ),
    family(
      'minio_cluster_health_erasure_set_healing_drives',
      'gauge',
      'Healing drives of the erasure set',
      sample(set, 0),
    ),
    family('minio_cluster_health_erasure_set_read_quorum', 'gauge', 'Read quorum', sample(set, 1)),
    family('minio_cluster_health_erasure_set_write_quorum', 'gauge', 'Write quorum', sample(set, 1)),
    family('minio_cluster_write_quorum', 'gauge', 'Write quorum', sample(labels, 1)),
    // MinIO has no such metric, because a cluster heals damaged objects.
    family('cooperage_cluster_damaged_objects', 'gauge', 'Objects that are damaged on disk', sample(labels, damaged)),
    family('minio_cluster_bucket_total', 'gauge', 'Buckets', sample(labels, usage.length)),
    family('minio_cluster_usage_object_total', 'gauge', 'Objects', sample(labels, objects)),
    family('minio_cluster_usage_version_total', 'gauge', 'Versions', sample(labels, versions)),
    family('minio_cluster_usage_deletemarker_total', 'gauge', 'Delete markers', sample(labels, deleteMarkers)),
    family('minio_cluster_usage_total_bytes', 'gauge', 'Total size of all versions in bytes', sample(labels, bytes)),
    family('minio_usage_last_activity_nano_seconds', 'gauge', 'Age of the usage data', sample(labels, 0)),
    family('minio_cluster_objects_size_distribution', 'gauge', 'Objects by size', rangeSamples(snapshot.sizes, labels)),
    family(
      'minio_cluster_objects_version_distribution',
      'gauge',
      'Objects by number of versions',
      rangeSamples(snapshot.versionCounts, labels),
    ),
    ...webhookMetrics(snapshot),
    ...nodeMetrics(snapshot),
  ]
}

export function nodeMetrics(snapshot: MetricsSnapshot): Family[] {
  const { server, now, startedAt, cpuSeconds, residentBytes, openFiles, io, totalBytes, freeBytes, drive } = snapshot
  const labels = { server }
  const disk = { server, drive }
  return [
    family('minio_node_drive_total_bytes', 'gauge', 'Capacity of the drive', sample(disk, totalBytes)),
    family('minio_node_drive_free_bytes', 'gauge', 'Free bytes on the drive', sample(disk, freeBytes)),
    family('minio_node_drive_used_bytes', 'gauge', 'Used bytes on the drive', sample(disk, totalBytes - freeBytes)),
    family('minio_node_drive_total', 'gauge', 'Drives of the server', sample(labels, 1)),
    family('minio_node_drive_online_total', 'gauge', 'Online drives', sample(labels, 1)),
    family('minio_node_drive_offline_total', 'gauge', 'Offline drives', sample(labels, 0)),
    family(
      'minio_node_process_starttime_seconds',
      'gauge',
      'Start time of the process',
      sample(labels, startedAt / 1000),
    ),
    family(
      'minio_node_process_uptime_seconds',
      'gauge',
      'Uptime of the process',
      sample(labels, (now - startedAt) / 1000),
    ),
    family('minio_node_process_cpu_total_seconds', 'counter', 'Processor time', sample(labels, cpuSeconds)),
    family('minio_node_process_resident_memory_bytes', 'gauge', 'Resident memory', sample(labels, residentBytes)),
    family('minio_node_file_descriptor_open_total', 'gauge', 'Open files', sample(labels, openFiles)),
    family('minio_node_io_rchar_bytes', 'counter', 'Bytes read, caches included', sample(labels, io.rchar)),
    family('minio_node_io_wchar_bytes', 'counter', 'Bytes written, caches included', sample(labels, io.wchar)),
    family('minio_node_io_read_bytes', 'counter', 'Bytes read from the storage', sample(labels, io.read_bytes)),
    family('minio_node_io_write_bytes', 'counter', 'Bytes written to the storage', sample(labels, io.write_bytes)),
    family('minio_node_syscall_read_total', 'counter', 'System calls that read', sample(labels, io.syscr)),
    family('minio_node_syscall_write_total', 'counter', 'System calls that write', sample(labels, io.syscw)),
    ...requestMetrics('minio_s3_requests', labels, [{ labels: {}, traffic: snapshot.counters.all }]),
    family(
      'minio_s3_requests_rejected_auth_total',
      'counter',
      'Requests rejected for their credentials',
      sample(labels, snapshot.counters.rejected.auth),
    ),
    family(
      'minio_s3_requests_rejected_timestamp_total',
      'counter',
      'Requests rejected for their timestamp',
      sample(labels, snapshot.counters.rejected.time),
    ),
    family(
      'minio_s3_requests_rejected_invalid_total',
      'counter',
      'Invalid requests',
      sample(labels, snapshot.counters.rejected.invalid),
    ),
    family(
      'minio_s3_traffic_received_bytes',
      'counter',
      'Bytes received',
      sample(labels, snapshot.counters.all.bytesIn),
    ),
    family('minio_s3_traffic_sent_bytes', 'counter', 'Bytes sent', sample(labels, snapshot.counters.all.bytesOut)),
    ...notifyMetrics(snapshot),
  ]
}

export function bucketMetrics({ server, usage, counters }: MetricsSnapshot): Family[] {
  const labels = { server }
  const each = (value: (one: MetricsSnapshot['usage'][number]) => number): Sample[] =>
    usage.map((bucket) => ({ labels: { ...labels, bucket: bucket.bucket }, value: value(bucket) }))
  const histogram = (of: (one: MetricsSnapshot['usage'][number]) => Record<string, number>): Sample[] =>
    usage.flatMap((bucket) => rangeSamples(of(bucket), { ...labels, bucket: bucket.bucket }))
  const traffics = Array.from(counters.byBucket, ([bucket, traffic]) => ({ labels: { bucket }, traffic }))
  const traffic = (of: (one: TrafficCounts) => number): Sample[] =>
    traffics.map((bucket) => ({ labels: { ...labels, ...bucket.labels }, value: of(bucket.traffic) }))
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
    ...requestMetrics('minio_bucket_requests', labels, traffics),
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
  const labels = { server }
  const disk = { server, drive }
  const used = memoryTotal - memoryFree
  return [
    family('minio_node_mem_total', 'gauge', 'Total memory', sample(labels, memoryTotal)),
    family('minio_node_mem_free', 'gauge', 'Free memory', sample(labels, memoryFree)),
    family('minio_node_mem_used', 'gauge', 'Used memory', sample(labels, used)),
    family('minio_node_mem_used_perc', 'gauge', 'Used memory in percent', sample(labels, (100 * used) / memoryTotal)),
    family('minio_node_drive_total_bytes', 'gauge', 'Capacity of the drive', sample(disk, totalBytes)),
    family('minio_node_drive_used_bytes', 'gauge', 'Used bytes on the drive', sample(disk, totalBytes - freeBytes)),
  ]
}

interface LabelledTraffic {
  labels: Labels
  traffic: TrafficCounts
}

function requestMetrics(prefix: string, commonLabels: Labels, traffics: readonly LabelledTraffic[]): Family[] {
  const each = (value: (counts: ApiCounts) => number, keepZero = false): Sample[] =>
    traffics.flatMap(({ labels, traffic }) =>
      Array.from(traffic.apis.values(), (counts) => ({
        labels: { ...commonLabels, ...labels, api: counts.api.toLowerCase() },
        value: value(counts),
      })).filter(({ value }) => keepZero || value > 0),
    )
  const ttfb = traffics.flatMap(({ labels, traffic }) =>
    Array.from(traffic.apis.values()).flatMap((counts) =>
      cumulative(counts).map(({ le, value }) => ({
        labels: { ...commonLabels, ...labels, api: counts.api.toLowerCase(), le },
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
  const labels = { server }
  const sum = (of: (one: MetricsSnapshot['notify'][number]) => number) =>
    notify.reduce((total, one) => total + of(one), 0)
  const each = (value: (one: MetricsSnapshot['notify'][number]) => number): Sample[] =>
    notify.map((one) => ({ labels: { ...labels, target_id: one.target, target_name: 'webhook' }, value: value(one) }))
  return [
    family(
      'minio_notify_current_send_in_progress',
      'gauge',
      'Events being sent',
      sample(
        labels,
        sum(({ sending }) => sending),
      ),
    ),
    family(
      'minio_notify_events_sent_total',
      'counter',
      'Events sent',
      sample(
        labels,
        sum(({ sent }) => sent),
      ),
    ),
    family(
      'minio_notify_events_errors_total',
      'counter',
      'Failed deliveries',
      sample(
        labels,
        sum(({ failed }) => failed),
      ),
    ),
    family(
      'minio_notify_events_skipped_total',
      'counter',
      'Dropped events',
      sample(
        labels,
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
