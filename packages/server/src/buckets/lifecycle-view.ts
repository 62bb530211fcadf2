import { type LifecycleRuleView, ZERO_DATE } from '@cooperage/contract'
import type { LifecycleRule } from '@cooperage/wire'

/** A rule as pages show it; elements without a field there stay in the configuration. */
export function lifecycleView(rule: LifecycleRule): LifecycleRuleView {
  const { filter, expiration, transition, noncurrentVersionExpiration, noncurrentVersionTransition } = rule
  return {
    id: rule.id,
    prefix: filter?.prefix ?? rule.prefix ?? '',
    status: rule.status,
    tags: filter?.tags ?? [],
    expiration: {
      days: expiration?.days ?? 0,
      date: expiration?.date ?? ZERO_DATE,
      delete_marker: expiration?.expiredObjectDeleteMarker ?? false,
      delete_all: expiration?.expiredObjectAllVersions ?? false,
    },
    transition: {
      days: transition?.days ?? 0,
      date: transition?.date ?? ZERO_DATE,
      storage_class: transition?.storageClass ?? '',
    },
    noncurrent_expiration_days: noncurrentVersionExpiration?.noncurrentDays ?? 0,
    newer_noncurrent_expiration_versions: noncurrentVersionExpiration?.newerNoncurrentVersions ?? 0,
    noncurrent_transition_days: noncurrentVersionTransition?.noncurrentDays ?? 0,
    noncurrent_storage_class: noncurrentVersionTransition?.storageClass ?? '',
    delete_marker_days: rule.delMarkerExpiration?.days ?? 0,
    abort_incomplete_days: rule.abortIncompleteMultipartUpload?.daysAfterInitiation ?? 0,
    size_greater_than: filter?.objectSizeGreaterThan ?? 0,
    size_less_than: filter?.objectSizeLessThan ?? 0,
  }
}
