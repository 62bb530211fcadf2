import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store.ts'

const SQLITE_BUSY = 5

/** Two processes that try at the same moment block each other until one retries. */
const PATIENCE_MS = 250

/**
 * Locks a data folder for this store; LMDB alone would admit two processes. This is the operating system's lock on a small
 * file, taken through SQLite because Node has no call for it. It ends with the process, however that ends, and works
 * between containers that share the folder.
 * @throws StoreError DataFolderInUse
 */
export function lockFolder(dataDir: string): { release(): void } {
  const holder = new DatabaseSync(join(dataDir, 'lock'), { timeout: PATIENCE_MS })
  try {
    // A journal file would need space, which a full disk doesn't have.
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
