import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store/store.ts'

const SQLITE_BUSY = 5

/**
 * Keeps every engine out of a data folder without writing there: a shared lock on the file whose exclusive lock an engine
 * holds (`folder-lock.ts`). A folder without that file was never opened by an engine since it was copied.
 * @throws StoreError DataFolderInUse
 */
export function lockReadOnly(dataDir: string): { release(): void } {
  const path = join(dataDir, 'lock')
  if (!existsSync(path)) return { release: () => undefined }
  const holder = new DatabaseSync(path, { readOnly: true })
  try {
    // The lock is taken by the first read inside a transaction and kept to its end.
    holder.exec('BEGIN')
    holder.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (error) {
    holder.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new StoreError('DataFolderInUse', `Another process is using the data folder ${dataDir}.`, { cause: error })
    }
    throw error
  }
  return { release: () => holder.close() }
}
