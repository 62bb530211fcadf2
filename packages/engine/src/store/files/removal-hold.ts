import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const HOLD = 'backup.lock'
const SQLITE_BUSY = 5
/** A look of the engine is over by then, another backup is not. */
const LOOK_MS = 2_000

/**
 * While a backup copies the files that its picture of the index refers to, the engine, another process, has to leave them
 * alone. The backup holds the operating system's lock on a file in the data folder, which ends with it however it ends; the
 * engine looks for it between the commit that makes a file superfluous and its removal. A backup that begins after that
 * look has a picture of the index without the file.
 */
export function holdRemovals(dataDir: string): { release(): void } | undefined {
  const path = join(dataDir, HOLD)
  for (;;) {
    const holder = lock(path)
    if (holder === undefined) return undefined
    // Another backup may have ended, and taken the file along, between its opening and its locking.
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

/** Whether a backup runs now. Costs the look for a file that is hardly ever there. Never throws. */
export function areRemovalsHeld(dataDir: string): boolean {
  const path = join(dataDir, HOLD)
  if (!existsSync(path)) return false
  let reader: DatabaseSync | undefined
  try {
    reader = new DatabaseSync(path, { readOnly: true })
    reader.prepare('SELECT count(*) FROM sqlite_schema').get()
    return false
  } catch {
    // Busy is what a backup makes it. The file may also have gone between the looks, with the backup; where it is there and
    // cannot be asked, a file that stays costs space only.
    return existsSync(path)
  } finally {
    reader?.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
