import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FileLock, isLocked, lockExclusive } from '../../file-lock.ts'

const HOLD = 'backup.lock'
/** The engine's check ends within this time, another backup doesn't. */
const PATIENCE_MS = 2_000

/**
 * While a backup copies the files that its snapshot of the index refers to, the engine, in another process, must not
 * remove them. The backup locks a file in the data folder. The engine checks for the lock between the commit that drops a
 * file and the file's removal. A backup that starts after that check has a snapshot without the file.
 */
export function holdRemovals(dataDir: string): FileLock | undefined {
  const path = join(dataDir, HOLD)
  for (;;) {
    const lock = lockExclusive(path, PATIENCE_MS)
    if (lock === undefined) return undefined
    // Another backup may have ended and removed the file between opening and locking it.
    if (existsSync(path)) {
      return {
        release() {
          rmSync(path, { force: true })
          lock.release()
        },
      }
    }
    lock.release()
  }
}

/** Whether a backup is running. If that is unknown, true: keeping files only costs space. Never throws. */
export function areRemovalsHeld(dataDir: string): boolean {
  return isLocked(join(dataDir, HOLD))
}
