import type { ReplicationRule as RuleView, ReplicationTarget as TargetView } from '@cooperage/contract'
import type { RemoteTarget, ReplicationRule } from '@cooperage/wire'

/** `target` is undefined where the visitor may not read it. */
export function replicationView(rule: ReplicationRule, target: RemoteTarget | undefined): RuleView {
  return {
    id: rule.id,
    priority: rule.priority,
    status: rule.status,
    destination: { bucket: rule.destinationBucket },
    prefix: rule.prefix,
    tags: new URLSearchParams(rule.tags).toString(),
    delete_marker_replication: rule.deleteMarkers,
    deletes_replication: rule.deletes,
    metadata_replication: rule.metadata,
    existingObjects: rule.existingObjects,
    storageClass: rule.storageClass,
    target: targetView(target),
  }
}

function targetView(target: RemoteTarget | undefined): TargetView {
  return {
    endpoint: target?.endpoint ?? '',
    secure: target?.secure ?? false,
    bucket: target?.bucket ?? '',
    region: target?.region ?? '',
    syncMode: target?.isSync ? 'sync' : 'async',
    bandwidth: target?.bandwidth ?? 0,
    healthCheckPeriod: target?.healthCheckSeconds ?? 0,
    online: target?.isOnline ?? false,
    lastOnline: target === undefined || target.lastOnline === 0 ? '' : new Date(target.lastOnline).toISOString(),
  }
}
