import type { HealingDrive } from '@cooperage/contract'

/** Seconds until a drive is rebuilt at its average rate so far; undefined if the server doesn’t say enough. */
export function healingLeft(
  drive: Pick<HealingDrive, 'isFinished' | 'startedAt' | 'updatedAt' | 'bytesDone' | 'bytesTotal'>,
): number | undefined {
  const { isFinished, startedAt, updatedAt, bytesDone, bytesTotal } = drive
  const seconds = (Date.parse(updatedAt) - Date.parse(startedAt)) / 1000
  const isKnown = !isFinished && seconds > 0 && bytesDone > 0 && bytesTotal > bytesDone
  return isKnown ? Math.ceil(((bytesTotal - bytesDone) / bytesDone) * seconds) : undefined
}
