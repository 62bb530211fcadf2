/**
 * A lock on a data folder that cannot go stale. It is the operating system's own lock on a file, which SQLite takes for
 * us: Node has no call for it. The system gives it back when the process ends, however that happens, so there is no
 * record of a dead holder to recognise, and of two that ask at the same time one gets it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { reason } from './data-folder.ts'
import { StartError } from './start-error.ts'

export interface FolderLock {
  release(): void
}

/** Result code SQLITE_BUSY. */
const HELD_BY_ANOTHER = 5

/** Of two that ask at the same moment each is in the other's way, until one of them steps back. */
const PATIENCE_MS = 250

/**
 * Whether an engine uses this folder now. The check is a read, which the engine's lock blocks. A lock file that can't be
 * read for another reason counts as held: an engine whose state is unknown must not be treated as gone.
 */
export function isEngineLockHeld(folder: string): boolean {
  const path = join(folder, 'lock')
  if (!existsSync(path)) return false
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true })
    database.exec('SELECT 1 FROM sqlite_master')
    return false
  } catch {
    return true
  } finally {
    database?.close()
  }
}

/** Takes the lock of that name, or gives `undefined` while another process holds it. @throws StartError */
export function takeFolderLock(folder: string, name: 'console'): FolderLock | undefined {
  const path = join(folder, `${name}.lock`)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: PATIENCE_MS })
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === HELD_BY_ANOTHER) return undefined
    throw new StartError(`The lock ${path} cannot be taken: ${reason(error)}.`, { cause: error })
  }
  const held = database
  return { release: () => held.close() }
}
