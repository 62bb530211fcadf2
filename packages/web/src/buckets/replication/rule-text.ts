import type { ReplicationRule } from '@cooperage/contract'

/** The destination without what stands before the bucket in an ARN (spec core-console 2), whoever made the ARN. */
export function destinationOf({ destination }: Pick<ReplicationRule, 'destination'>): string {
  return destination.bucket.slice(destination.bucket.lastIndexOf(':') + 1)
}

/** Whether the target answered once and does no more; servers say of a new one that it is not there until they look. */
export function isOffline({ target }: Pick<ReplicationRule, 'target'>): boolean {
  return !target.online && target.lastOnline !== ''
}

/** Whether the account may see the target: what it may not see is empty. */
export function isTargetKnown({ target }: Pick<ReplicationRule, 'target'>): boolean {
  return target.endpoint !== ''
}
