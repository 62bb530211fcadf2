import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINE_LOCK_FILE, type FileLock, lockExclusive, lockShared } from '../../file-lock.ts'
import { StoreError } from '../store.ts'

/**
 * Locks a data folder for this store; LMDB alone would admit two processes.
 * @throws StoreError DataFolderInUse
 */
export function lockFolder(dataDir: string): FileLock {
  return lockExclusive(join(dataDir, ENGINE_LOCK_FILE)) ?? refuse(dataDir)
}

/**
 * Keeps engines out of a data folder without writing to it. A folder without the lock file hasn't been opened by an engine
 * since it was copied.
 * @throws StoreError DataFolderInUse
 */
export function lockFolderReadOnly(dataDir: string): FileLock {
  const path = join(dataDir, ENGINE_LOCK_FILE)
  if (!existsSync(path)) return { release: () => undefined }
  return lockShared(path) ?? refuse(dataDir)
}

function refuse(dataDir: string): never {
  throw new StoreError('DataFolderInUse', `Another process is using the data folder ${dataDir}.`)
}
