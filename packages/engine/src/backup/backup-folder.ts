/**
 * Copies a data folder, with or without a running engine:
 *
 * 1. Removals are held (`removal-hold.ts`), so no file that the index refers to is removed.
 * 2. LMDB copies a consistent snapshot of the index, which includes every write acknowledged before.
 * 3. The files that the snapshot refers to are copied. Files never change.
 * 4. SQLite copies the databases of the console, each as of one transaction, and what else there is is copied unchanged.
 * 5. Everything is made durable, and only then is the index renamed, so an interrupted copy isn't a data folder.
 */
import { existsSync } from 'node:fs'
import { constants, copyFile, mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { open as openLmdb } from 'lmdb'
import { openReadOnly } from '../check/read-only-index.ts'
import { scan } from '../check/scan.ts'
import { ENCRYPTION_KEYS_FILE, KeyFileError, parseKeyFile, realKeyFile } from '../store/encryption/key-file.ts'
import { KEYS_SPACE } from '../store/encryption/keyring.ts'
import { checkFormat } from '../store/files/data-format.ts'
import { realFiles } from '../store/files/real-files.ts'
import { holdRemovals } from '../store/files/removal-hold.ts'
import { documentsPrefix, ROW } from '../store/index/keys.ts'
import { StoreError } from '../store/store.ts'

/** Recreated, or belonging to a running process. Everything else beside index and objects is copied. */
const LEFT_BEHIND = /^(index|objects|tmp|ballast|lock|(engine|console)\.json.*|.*\.lock|.*\.log(\.1)?|.*\.tmp)$/
const DATABASE = /\.sqlite$/
/** What the console still has to write to a database. SQLite reads it with the database. */
const BESIDE_DATABASE = /\.sqlite-(journal|wal|shm)$/

const COPIES_AT_A_TIME = 4

export class BackupError extends Error {
  override name = 'BackupError'
}

export interface BackupSummary {
  files: number
  bytes: number
  /** Whether the copy includes the key file, with which encrypted objects can be read. */
  hasKeys: boolean
  /** Ids of keys of encrypted objects that aren't in the copy, because the key file is elsewhere or lost. */
  missingKeys: string[]
}

/** `to` must be an empty folder or not exist. @throws BackupError */
export async function backupFolder(dataDir: string, to: string): Promise<BackupSummary> {
  if (!existsSync(join(dataDir, 'index', 'data.mdb'))) {
    throw new BackupError(`${dataDir} is not a data folder of the engine: it has no index.`)
  }
  await requireKnownFormat(dataDir)
  await requireEmpty(dataDir, to)
  const hold = holdRemovals(dataDir)
  if (!hold) throw new BackupError(`Another backup of ${dataDir} is running.`)
  try {
    const unfinished = join(to, 'index.unfinished')
    await mkdir(unfinished)
    await copyIndex(join(dataDir, 'index'), unfinished)
    const { usedKeys, ...copied } = await copyObjects(dataDir, to, unfinished)
    const names = await readdir(dataDir)
    await copyFiles(
      names.filter((name) => !LEFT_BEHIND.test(name)),
      dataDir,
      to,
    )
    const keys = await keysIn(to)
    const missingKeys = usedKeys.filter((id) => !keys.includes(id))
    await sync(join(unfinished, 'data.mdb'))
    await sync(unfinished)
    await rename(unfinished, join(to, 'index'))
    await sync(to)
    await sync(dirname(to))
    return { ...copied, hasKeys: keys.length > 0, missingKeys }
  } finally {
    hold.release()
  }
}

/** A copy of what this version doesn't understand could lack what it doesn't know of. */
async function requireKnownFormat(dataDir: string): Promise<void> {
  try {
    await checkFormat(realFiles(dataDir), dataDir)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    throw new BackupError(`${error.message} Run the backup of the version of Cooperage that uses it.`, { cause: error })
  }
}

async function requireEmpty(dataDir: string, to: string): Promise<void> {
  const way = relative(resolve(dataDir), resolve(to))
  if (way === '' || !way.startsWith('..')) throw new BackupError(`${to} is inside the data folder.`)
  await mkdir(to, { recursive: true, mode: 0o700 })
  if ((await readdir(to)).length > 0) throw new BackupError(`${to} is not empty.`)
}

const ATTEMPTS = 5

async function copyIndex(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const db = openLmdb({ path: from, noSubdir: false, readOnly: true })
    try {
      return await db.backup(to, false)
    } catch (error) {
      // The engine may have grown the index since it was opened here.
      if (attempt === ATTEMPTS) throw new BackupError(`The index can't be copied: ${error}`, { cause: error })
    } finally {
      await db.close()
    }
  }
}

interface CopiedObjects {
  files: number
  bytes: number
  usedKeys: string[]
}

async function copyObjects(dataDir: string, to: string, indexCopy: string): Promise<CopiedObjects> {
  const summary: CopiedObjects = { files: 0, bytes: 0, usedKeys: [] }
  const shards = new Set<string>()
  const temporary = await mkdtemp(join(tmpdir(), 'cooperage-backup-'))
  const index = await openReadOnly(indexCopy, temporary)
  try {
    const rows = scan(index, Buffer.from(ROW.file))[Symbol.asyncIterator]()
    const copyNext = async (): Promise<void> => {
      for (let row = await rows.next(); !row.done; row = await rows.next()) {
        const id = row.value.key.toString('utf8', ROW.file.length)
        const shard = join('objects', id.slice(0, 2))
        if (!shards.has(shard)) await mkdir(join(to, shard), { recursive: true })
        shards.add(shard)
        // The copy shares the blocks of the original if the file system supports it.
        await copyFile(join(dataDir, shard, id), join(to, shard, id), constants.COPYFILE_FICLONE)
        const bytes = await sync(join(to, shard, id))
        summary.bytes += bytes
        summary.files++
      }
    }
    await Promise.all(Array.from({ length: COPIES_AT_A_TIME }, copyNext))
    const keys = documentsPrefix(KEYS_SPACE)
    for await (const { key } of scan(index, keys)) summary.usedKeys.push(key.toString('utf8', keys.length))
  } finally {
    await index.close()
    await rm(temporary, { recursive: true, force: true })
  }
  for (const shard of shards) await sync(join(to, shard))
  if (shards.size > 0) await sync(join(to, 'objects'))
  return summary
}

async function copyFiles(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) {
    const [source, target] = [join(from, name), join(to, name)]
    if ((await stat(source)).isDirectory()) {
      await mkdir(target, { mode: 0o700 })
      await copyFiles(await readdir(source), source, target)
    } else if (DATABASE.test(name)) await copyDatabase(source, target)
    else if (!BESIDE_DATABASE.test(name)) await copyFile(source, target)
    // Without them the copy is useless.
    if (name === ENCRYPTION_KEYS_FILE) await sync(target)
  }
}

/** SQLite's result codes of files that are damaged or no databases. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26])

/** While the console writes to it. Its latest transactions are in another file until SQLite moves them. */
async function copyDatabase(source: string, target: string): Promise<void> {
  // SQLite keeps the mode of a file that exists.
  await (await open(target, 'wx', 0o600)).close()
  const database = new DatabaseSync(source, { readOnly: true })
  try {
    // In one step, because SQLite starts over when another process writes between two.
    await backup(database, target, { rate: 2 ** 31 - 1 })
  } catch (error) {
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
    if (!DAMAGED.has(code))
      throw new BackupError(`${source} can't be copied: ${(error as Error).message}`, { cause: error })
    // The console sets it aside at its next start, here as there.
    await copyFile(source, target)
  } finally {
    database.close()
  }
}

/** Ids of the keys in a folder; empty if the key file is missing or invalid. */
async function keysIn(folder: string): Promise<string[]> {
  const text = await realKeyFile(join(folder, ENCRYPTION_KEYS_FILE)).read()
  try {
    return parseKeyFile(text ?? '').map(({ id }) => id)
  } catch (error) {
    if (error instanceof KeyFileError) return []
    throw error
  }
}

/** Makes a file, or the names in a folder, durable. Returns the length. */
async function sync(path: string): Promise<number> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
