/** What the rules of alerts about the storage server measure. MinIO's names; the embedded engine has most of them too. */
import type { AlertRuleId } from '@cooperage/contract'
import { divided, either, max, metric, metricNames, minus, percent, plus, rate, sum } from './expressions.ts'
import type { Measure } from './metrics-source.ts'

/** The rules whose values are metrics of the storage server. The others are about the console, and about what visitors find. */
export type MeasuredRule = Exclude<AlertRuleId, 'expiry' | 'keyExpiry' | 'noMetrics' | 'consoleErrors'>

const NANOSECONDS_OF_HOUR = 3600e9

/** The cluster reports a value once for each server that is scraped. */
const ofCluster = (name: string) => max([], metric(name))
const ofEachBucket = (name: string) => max(['bucket'], metric(name))
/** Every server that reports buckets has it. */
const bucketSizes = ofEachBucket('minio_bucket_usage_total_bytes')
const usable = ofCluster('minio_cluster_capacity_usable_total_bytes')

/**
 * Rules whose values are of the last scrape of the cluster: with any of them, the metrics can be read. A rate is known for minutes
 * after the last scrape, and the metrics of buckets are read less often.
 */
export const SIGNS_OF_LIFE: readonly MeasuredRule[] = ['driveOffline', 'serverOffline', 'capacity']

export const ALERT_MEASURES: Readonly<Record<MeasuredRule, Measure>> = {
  // Servers of 2021 have the second name.
  driveOffline: {
    expression: either(ofCluster('minio_cluster_drive_offline_total'), ofCluster('minio_cluster_disk_offline_total')),
    isOfBuckets: false,
  },
  serverOffline: { expression: ofCluster('minio_cluster_nodes_offline_total'), isOfBuckets: false },
  // Only the embedded engine has it: a cluster heals them.
  damagedObjects: { expression: ofCluster('cooperage_cluster_damaged_objects'), isOfBuckets: false },
  capacity: {
    expression: percent(minus(usable, ofCluster('minio_cluster_capacity_usable_free_bytes')), usable),
    isOfBuckets: false,
  },
  quota: {
    expression: percent(bucketSizes, ofEachBucket('minio_bucket_quota_total_bytes')),
    isOfBuckets: true,
    provedBy: bucketSizes,
  },
  requestErrors: {
    expression: percent(
      sum([], rate('minio_s3_requests_5xx_errors_total')),
      // Before its first request the embedded engine counts bytes only.
      either(sum([], rate('minio_s3_requests_total')), sum([], rate('minio_s3_traffic_received_bytes'))),
    ),
    isOfBuckets: false,
  },
  // MinIO reports that its key server is online even if it isn't, and counts what fails there. What it refuses is no failure.
  keyServer: {
    expression: percent(
      sum([], rate('minio_cluster_kms_request_failure')),
      plus(sum([], rate('minio_cluster_kms_request_failure')), sum([], rate('minio_cluster_kms_request_success'))),
    ),
    isOfBuckets: false,
  },
  replication: {
    expression: sum(['bucket'], metric('minio_bucket_replication_last_hour_failed_count')),
    isOfBuckets: true,
    // MinIO reports it of every bucket, since it counts failures by the hour.
    provedBy: ofEachBucket('minio_bucket_replication_proxied_get_requests_total'),
  },
  scanner: {
    expression: divided(ofCluster('minio_usage_last_activity_nano_seconds'), NANOSECONDS_OF_HOUR),
    isOfBuckets: false,
  },
}

export function isMeasured(rule: AlertRuleId): rule is MeasuredRule {
  return rule in ALERT_MEASURES
}

const namesOf = (isOfBuckets: boolean): ReadonlySet<string> =>
  new Set(
    Object.values(ALERT_MEASURES)
      .filter((measure) => measure.isOfBuckets === isOfBuckets)
      .flatMap(({ expression, provedBy }) => [...metricNames(expression), ...(provedBy ? metricNames(provedBy) : [])]),
  )

/** The metrics of the cluster that any rule reads. */
export const ALERT_METRICS = namesOf(false)
/** Those of buckets. */
export const ALERT_BUCKET_METRICS = namesOf(true)
