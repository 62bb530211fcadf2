/**
 * Locks between processes. A lock is the operating system's lock on a file, taken through SQLite because Node has no call
 * for it. It ends with the process, however that ends, so it can't go stale, and works between containers that share the
 * folder.
 */
import { existsSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'

/** The file in a data folder that an engine locks exclusively while it runs. */
export const ENGINE_LOCK_FILE = 'lock'

export interface FileLock {
  release(): void
}

const SQLITE_BUSY = 5

/** Two processes that try at the same moment block each other until one retries. */
const PATIENCE_MS = 250

/**
 * Locks the file for one holder, and creates it if it doesn't exist. Undefined if another process still holds a lock on it
 * after `patienceMs`.
 * @throws the error of SQLite if the file can't be opened or locked
 */
export function lockExclusive(path: string, patienceMs = PATIENCE_MS): FileLock | undefined {
  // A journal file would need space, which a full disk doesn't have.
  return lock(path, { timeout: patienceMs }, 'PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
}

/**
 * Locks an existing file for any number of holders, without writing to it. Undefined if another process holds an exclusive
 * lock on it.
 * @throws the error of SQLite if the file can't be opened or locked
 */
export function lockShared(path: string): FileLock | undefined {
  // The first read in a transaction takes the lock and holds it until the end.
  return lock(path, { readOnly: true }, 'BEGIN; SELECT count(*) FROM sqlite_schema')
}

/**
 * Whether a process holds an exclusive lock on the file. A file that exists and can't be checked counts as locked: a holder
 * whose state is unknown must not be treated as gone. Never throws.
 */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    const shared = lockShared(path)
    if (shared !== undefined) {
      shared.release()
      return false
    }
  } catch {
    // The state is unknown.
  }
  // The holder may have removed the file in the meantime.
  return existsSync(path)
}

function lock(path: string, options: DatabaseSyncOptions, statements: string): FileLock | undefined {
  const database = new DatabaseSync(path, options)
  try {
    database.exec(statements)
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw error
  }
  return { release: () => database.close() }
}
