import type { HealingDrive } from '@cooperage/contract'

/** More drives are only counted: the page Heal lists all. */
export const MAX_SHOWN_DRIVES = 20

/** Drives that are being rebuilt come first, those that began first among them; then the ones rebuilt last. */
export function orderedDrives<Drive extends Pick<HealingDrive, 'isFinished' | 'startedAt' | 'updatedAt'>>(
  drives: readonly Drive[],
): Drive[] {
  const byTime = (a: string, b: string) => (Date.parse(a) || 0) - (Date.parse(b) || 0)
  return drives.toSorted((a, b) => {
    if (a.isFinished !== b.isFinished) return a.isFinished ? 1 : -1
    return a.isFinished ? byTime(b.updatedAt, a.updatedAt) : byTime(a.startedAt, b.startedAt)
  })
}

/** About how many objects of a drive are left; undefined if its total isn’t known. Items are versions, so there may be more of them. */
export function itemsLeft(
  drive: Pick<HealingDrive, 'isFinished' | 'objectsTotal' | 'itemsHealed' | 'itemsFailed' | 'itemsSkipped'>,
): number | undefined {
  const { isFinished, objectsTotal, itemsHealed, itemsFailed, itemsSkipped } = drive
  if (isFinished || objectsTotal <= 0) return undefined
  return Math.max(0, objectsTotal - itemsHealed - itemsFailed - itemsSkipped)
}
