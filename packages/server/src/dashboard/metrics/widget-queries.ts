/** The queries of the widgets. Where a server of 2021 has another name for a metric, it is the second of `either`. */
import { age, count, type Expression, either, max, metric, metricNames, minus, rate, sum } from './expressions.ts'

export interface WidgetQuery {
  /** Name of each line, with `{{label}}` for the value of a label; '' if the widget shows one value. */
  legend: string
  expression: Expression
}

const query = (expression: Expression, legend = ''): WidgetQuery => ({ legend, expression })

/** The cluster reports a value once for each server that is scraped. */
const ofCluster = (name: string) => max([], metric(name))
/** Reported for each bucket, and once for each server that is scraped. */
const overBuckets = (name: string) => max([], sum(['instance'], metric(name)))
const perServer = (name: string) => sum(['server'], rate(name))
const usable = ofCluster('minio_cluster_capacity_usable_total_bytes')
const usableFree = ofCluster('minio_cluster_capacity_usable_free_bytes')

/** By the widget's id. */
const QUERIES: Readonly<Record<number, readonly WidgetQuery[]>> = {
  1: [query(age(max([], metric('minio_node_process_starttime_seconds'))))],
  65: [query(sum(['instance'], metric('minio_s3_traffic_received_bytes')), '{{instance}}')],
  50: [query(usableFree, 'Usable Free'), query(minus(usable, usableFree), 'Used Space')],
  68: [
    query(
      either(ofCluster('minio_cluster_usage_total_bytes'), overBuckets('minio_bucket_usage_total_bytes')),
      'Used Capacity',
    ),
  ],
  52: [
    query(
      either(
        max(['range'], metric('minio_cluster_objects_size_distribution')),
        max(['range'], sum(['range', 'instance'], metric('minio_bucket_objects_size_distribution'))),
      ),
      '{{range}}',
    ),
  ],
  61: [query(sum([], metric('minio_node_file_descriptor_open_total')))],
  64: [query(sum(['instance'], metric('minio_s3_traffic_sent_bytes')), '{{instance}}')],
  62: [query(sum([], metric('minio_node_go_routine_total')))],
  53: [query(ofCluster('minio_cluster_nodes_online_total'))],
  9: [query(either(ofCluster('minio_cluster_drive_online_total'), ofCluster('minio_cluster_disk_online_total')))],
  66: [
    query(
      either(
        ofCluster('minio_cluster_bucket_total'),
        count([], count(['bucket'], metric('minio_bucket_usage_total_bytes'))),
      ),
    ),
  ],
  63: [query(perServer('minio_s3_traffic_received_bytes'), 'Data Received [{{server}}]')],
  70: [query(perServer('minio_s3_traffic_sent_bytes'), 'Data Sent [{{server}}]')],
  69: [query(ofCluster('minio_cluster_nodes_offline_total'))],
  78: [query(either(ofCluster('minio_cluster_drive_offline_total'), ofCluster('minio_cluster_disk_offline_total')))],
  44: [query(either(ofCluster('minio_cluster_usage_object_total'), overBuckets('minio_bucket_usage_object_total')))],
  80: [query(max(['server'], metric('minio_heal_time_last_activity_nano_seconds')), '{{server}}')],
  81: [query(max(['server'], metric('minio_usage_last_activity_nano_seconds')), '{{server}}')],
  60: [query(sum(['server', 'api'], rate('minio_s3_requests_total')), '{{server,api}}')],
  71: [query(sum(['server', 'api'], rate('minio_s3_requests_errors_total')), '{{server,api}}')],
  17: [
    query(perServer('minio_inter_node_traffic_received_bytes'), 'Internode Bytes Received [{{server}}]'),
    query(perServer('minio_inter_node_traffic_sent_bytes'), 'Internode Bytes Sent [{{server}}]'),
  ],
  77: [query(perServer('minio_node_process_cpu_total_seconds'), 'CPU Usage Rate [{{server}}]')],
  76: [query(sum(['server'], metric('minio_node_process_resident_memory_bytes')), 'Memory Used [{{server}}]')],
  74: [
    query(max(['server', 'drive'], metric('minio_node_drive_used_bytes')), 'Used Capacity [{{server}}:{{drive}}]'),
    query(max(['server', 'disk'], metric('minio_node_disk_used_bytes')), 'Used Capacity [{{server}}:{{disk}}]'),
  ],
  82: [
    query(max(['server', 'drive'], metric('minio_node_drive_free_inodes')), 'Free Inodes [{{server}}:{{drive}}]'),
    query(max(['server', 'disk'], metric('minio_cluster_disk_free_inodes')), 'Free Inodes [{{server}}:{{disk}}]'),
  ],
  11: [
    query(perServer('minio_node_syscall_read_total'), 'Read Syscalls [{{server}}]'),
    query(perServer('minio_node_syscall_write_total'), 'Write Syscalls [{{server}}]'),
  ],
  8: [query(sum(['server'], metric('minio_node_file_descriptor_open_total')), 'Open FDs [{{server}}]')],
  73: [
    query(perServer('minio_node_io_rchar_bytes'), 'Node RChar [{{server}}]'),
    query(perServer('minio_node_io_wchar_bytes'), 'Node WChar [{{server}}]'),
  ],
}

export function widgetQueries(id: number): readonly WidgetQuery[] {
  return QUERIES[id] ?? []
}

/** The metrics that any widget reads: what the console keeps of a scrape. */
export const WIDGET_METRICS: ReadonlySet<string> = new Set(
  Object.values(QUERIES).flatMap((queries) => queries.flatMap(({ expression }) => metricNames(expression))),
)
