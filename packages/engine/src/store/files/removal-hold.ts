import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const HOLD = 'backup.lock'
const SQLITE_BUSY = 5
/** The engine's check ends within this time, another backup doesn't. */
const LOOK_MS = 2_000

/**
 * While a backup copies the files that its snapshot of the index refers to, the engine, in another process, must not
 * remove them. The backup holds the operating system's lock on a file in the data folder, which ends with the process. The
 * engine checks for the lock between the commit that drops a file and the file's removal. A backup that starts after that
 * check has a snapshot without the file.
 */
export function holdRemovals(dataDir: string): { release(): void } | undefined {
  const path = join(dataDir, HOLD)
  for (;;) {
    const holder = lock(path)
    if (holder === undefined) return undefined
    // Another backup may have ended and removed the file between opening and locking it.
    if (existsSync(path)) {
      return {
        release() {
          rmSync(path, { force: true })
          holder.close()
        },
      }
    }
    holder.close()
  }
}

function lock(path: string): DatabaseSync | undefined {
  const holder = new DatabaseSync(path, { timeout: LOOK_MS })
  try {
    holder.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return holder
  } catch (error) {
    holder.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

/** Whether a backup is running. Costs one check for a file that rarely exists. Never throws. */
export function areRemovalsHeld(dataDir: string): boolean {
  const path = join(dataDir, HOLD)
  if (!existsSync(path)) return false
  let reader: DatabaseSync | undefined
  try {
    reader = new DatabaseSync(path, { readOnly: true })
    reader.prepare('SELECT count(*) FROM sqlite_schema').get()
    return false
  } catch {
    // A backup makes the file busy. It may also be removed between the two checks, with the backup. If it exists and
    // can't be checked, keeping files only costs space.
    return existsSync(path)
  } finally {
    reader?.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
