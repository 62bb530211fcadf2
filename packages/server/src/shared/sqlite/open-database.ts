import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's primary result codes. */
const CORRUPT = 11
const FULL = 13
const NOT_A_DATABASE = 26

interface OpenedDatabase {
  database: DatabaseSync
  /** Where a damaged file was moved; undefined if it was sound or new. */
  setAside: string | undefined
}

interface DatabaseOptions {
  /** SQL that only has an effect before the file is created. */
  setup?: string
  /** Doesn't read the whole file in search of damage. */
  skipsCheck?: boolean
}

/**
 * Opens or creates a database file, readable by its owner only. A damaged one is renamed to `<file>.damaged` and replaced by an
 * empty one: it must not prevent the start. `schema` creates what is missing.
 * @throws Error if the file can't be created or opened
 */
export function openDatabase(file: string, schema: string, options: DatabaseOptions = {}): OpenedDatabase {
  try {
    return { database: openSound(file, schema, options), setAside: undefined }
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  const setAside = setDatabaseAside(file)
  return { database: openSound(file, schema, options), setAside }
}

/** Renames a damaged database that isn't open, and returns its new name. */
export function setDatabaseAside(file: string): string {
  const setAside = `${file}.damaged`
  renameSync(file, setAside)
  // What it still had to write belongs to it, and would damage the new one.
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
  return setAside
}

export function isDamage(error: unknown): boolean {
  const code = resultCode(error)
  return code === CORRUPT || code === NOT_A_DATABASE
}

/** Whether the disk has no space left. */
export function isDiskFull(error: unknown): boolean {
  return resultCode(error) === FULL || (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
}

/** Without the extension in its upper bytes. */
function resultCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
}

function openSound(file: string, schema: string, { setup = '', skipsCheck = false }: DatabaseOptions): DatabaseSync {
  // SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', 0o600))
  const database = new DatabaseSync(file)
  try {
    // Readers don't wait for the writer, and a crash loses the last commits at most, never the file.
    database.exec(setup)
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    if (!skipsCheck) checkDatabase(database)
    database.exec(schema)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** @throws Error that `isDamage` recognizes */
function checkDatabase(database: DatabaseSync): void {
  const [checked] = database.prepare('PRAGMA quick_check(1)').all()
  if (checked?.quick_check === 'ok') return
  throw Object.assign(new Error(`The database is damaged: ${checked?.quick_check}`), { errcode: CORRUPT })
}
