import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StoreError } from '../store/store.ts'

const SQLITE_BUSY = 5

/**
 * Keeps engines out of a data folder without writing to it: a shared lock on the file that engines lock exclusively
 * (`folder-lock.ts`). A folder without that file hasn't been opened by an engine since it was copied.
 * @throws StoreError DataFolderInUse
 */
export function lockReadOnly(dataDir: string): { release(): void } {
  const path = join(dataDir, 'lock')
  if (!existsSync(path)) return { release: () => undefined }
  const holder = new DatabaseSync(path, { readOnly: true })
  try {
    // The first read in a transaction takes the lock and holds it until the end.
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
