import type { WatchedTarget } from '@cooperage/contract'

/** Whether a target that rules replicate to is offline, or something failed in the last hour. */
export function isFailing({ isEnabled, link, counts }: WatchedTarget): boolean {
  return isEnabled && (isDown({ link }) || (counts?.failedLastHour?.count ?? 0) > 0)
}

/** Servers report a new target as offline until their first check. */
export function isDown({ link }: Pick<WatchedTarget, 'link'>): boolean {
  return link?.online === false && (link.lastOnline !== '' || link.downtimeSeconds > 0)
}
