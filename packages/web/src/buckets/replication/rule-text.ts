import type { ReplicationRule } from '@cooperage/contract'

/** The destination bucket without the rest of its ARN (spec core-console 2), whichever client created the ARN. */
export function destinationOf({ destination }: Pick<ReplicationRule, 'destination'>): string {
  return destination.bucket.slice(destination.bucket.lastIndexOf(':') + 1)
}

/** Whether the target was online before and no longer is; servers report a new target as offline until their first check. */
export function isOffline({ target }: Pick<ReplicationRule, 'target'>): boolean {
  return !target.online && target.lastOnline !== ''
}

/** Whether the account may see the target: otherwise its fields are empty. */
export function isTargetKnown({ target }: Pick<ReplicationRule, 'target'>): boolean {
  return target.endpoint !== ''
}
