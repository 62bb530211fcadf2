import { openSync, renameSync, statSync } from 'node:fs'

const LARGE_BYTES = 10 << 20

/**
 * Opens a log for appending, readable by its owner only. A large one is first rotated to `….1`, which limits the disk space
 * that logs use. Returns the file descriptor.
 */
export function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > LARGE_BYTES) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}
