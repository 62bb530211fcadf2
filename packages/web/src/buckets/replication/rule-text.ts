import type { ReplicationRule } from '@cooperage/contract'

/** The destination without what stands before the bucket in an ARN (spec core-console 2), whoever made the ARN. */
export function destinationOf({ destination }: Pick<ReplicationRule, 'destination'>): string {
  return destination.bucket.slice(destination.bucket.lastIndexOf(':') + 1)
}

/** Whether the account may see the target: what it may not see is empty. */
export function isTargetKnown({ target }: Pick<ReplicationRule, 'target'>): boolean {
  return target.endpoint !== ''
}
