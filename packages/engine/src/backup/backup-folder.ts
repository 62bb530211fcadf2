/**
 * A copy of a data folder while an engine works on it, or none does:
 *
 * 1. Removals are held (`removal-hold.ts`): no file that the index refers to now goes away.
 * 2. LMDB copies the index as one transaction left it. Whatever was acknowledged before is in it.
 * 3. The files that this copy refers to are copied. They never change once they are there.
 * 4. All of it is made durable, and only then does the index get its name: a copy that was broken off is no data folder.
 */
import { constants, copyFile, cp, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { open as openLmdb } from 'lmdb'
import { openReadOnly } from '../check/read-only-index.ts'
import { scan } from '../check/scan.ts'
import { ENCRYPTION_KEYS_FILE, KeyFileError, parseKeyFile, realKeyFile } from '../store/encryption/key-file.ts'
import { KEYS_SPACE } from '../store/encryption/keyring.ts'
import { holdRemovals } from '../store/files/removal-hold.ts'
import { documentsPrefix, ROW } from '../store/index/keys.ts'

/** What is made anew, or belongs to a running process. Everything else beside index and objects is copied as it is. */
const LEFT_BEHIND = /^(index|objects|tmp|ballast|lock|engine\.json.*|.*\.lock|.*-journal|.*\.log)$/

const COPIES_AT_A_TIME = 4

export class BackupError extends Error {
  override name = 'BackupError'
}

export interface BackupSummary {
  files: number
  bytes: number
  /** Whether the copy has a file of keys: who has it can read what is encrypted. */
  hasKeys: boolean
  /** Ids of keys of encrypted objects that are not in the copy, because their file is elsewhere or lost. */
  missingKeys: string[]
}

/** `to` is made unless it is an empty folder. @throws BackupError */
export async function backupFolder(dataDir: string, to: string): Promise<BackupSummary> {
  await requireEmpty(dataDir, to)
  const hold = holdRemovals(dataDir)
  if (!hold) throw new BackupError(`Another backup of ${dataDir} is under way.`)
  try {
    const unfinished = join(to, 'index.unfinished')
    await mkdir(unfinished)
    await copyIndex(join(dataDir, 'index'), unfinished)
    const { usedKeys, ...copied } = await copyObjects(dataDir, to, unfinished)
    await copyTheRest(dataDir, to)
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
      // The engine may have made the index larger than it was when it was opened here.
      if (attempt === ATTEMPTS) throw new BackupError(`The index cannot be copied: ${error}`, { cause: error })
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
        // Where the file system can, the copy shares the blocks of the original.
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

async function copyTheRest(dataDir: string, to: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (LEFT_BEHIND.test(name)) continue
    await cp(join(dataDir, name), join(to, name), { recursive: true, preserveTimestamps: true })
    // The copy is worth nothing without them.
    if (name === ENCRYPTION_KEYS_FILE) await sync(join(to, name))
  }
}

/** Ids of the keys in a folder; none when their file is not there, or is none. */
async function keysIn(folder: string): Promise<string[]> {
  const text = await realKeyFile(join(folder, ENCRYPTION_KEYS_FILE)).read()
  try {
    return parseKeyFile(text ?? '').map(({ id }) => id)
  } catch (error) {
    if (error instanceof KeyFileError) return []
    throw error
  }
}

/** Makes a file, or the names in a folder, durable; gives the length. */
async function sync(path: string): Promise<number> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}
