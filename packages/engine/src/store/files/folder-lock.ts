import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store.ts'

const SQLITE_BUSY = 5

/** Of two that ask at the same moment each is in the other's way, until one of them steps back. */
const PATIENCE_MS = 250

/**
 * Makes this store the only one in a data folder; LMDB alone would let two processes in. The lock is the operating
 * system's lock on a small file, taken through SQLite because Node has no call for it: it ends with the process however
 * that ends, and holds between containers that share the folder.
 * @throws StoreError DataFolderInUse
 */
export function lockFolder(dataDir: string): { release(): void } {
  const holder = new DatabaseSync(join(dataDir, 'lock'), { timeout: PATIENCE_MS })
  try {
    // A journal in a file would need room, which a full disk has none of.
    holder.exec('PRAGMA journal_mode = MEMORY; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    holder.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new StoreError('DataFolderInUse', `Another process is using the data folder ${dataDir}.`, { cause: error })
    }
    throw error
  }
  return { release: () => holder.close() }
}
