import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { open } from 'lmdb'
import { ioError } from '../io-error.ts'
import { StoreError } from '../store.ts'
import type { IndexBackend, IndexWriter } from './ordered-index.ts'

/** LMDB's maximum key length, for lookups too. The store's keys are shorter because names are limited. */
const MAX_KEY_BYTES = 1978

const isTooLong = (key: Buffer) => key.length > MAX_KEY_BYTES

/** Truncating a bound to the maximum length skips no key: a key in between would be longer. */
const bound = (key: Buffer) => (isTooLong(key) ? key.subarray(0, MAX_KEY_BYTES) : key)

/**
 * LMDB in the folder `path`. A commit is flushed before readers see it (`overlappingSync` off), so a power loss can't undo
 * anything that a client has seen. Group commits provide the throughput.
 */
export function openLmdbIndex(path: string): IndexBackend {
  const db = open<Buffer, Buffer>({
    path,
    noSubdir: false,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    // `GroupCommitIndex` forms the groups. lmdb's own batching leaves the promise of a failed commit unhandled.
    eventTurnBatching: false,
  })
  const get: IndexBackend['get'] = (key) => (isTooLong(key) ? undefined : db.get(key))
  const range: IndexBackend['range'] = (start, end) => db.getRange({ start: bound(start), end: bound(end) })
  const writer: IndexWriter = {
    get,
    range,
    put: (key, value) => {
      db.put(key, value)
    },
    delete: (key) => {
      if (!isTooLong(key)) db.remove(key)
    },
  }
  return {
    get,
    range,
    async transact(write) {
      try {
        // Only a child transaction is rolled back when a put inside it fails.
        await db.childTransaction(() => write(writer))
        await db.flushed
      } catch (error) {
        throw await commitFailure(path, error)
      }
    },
    close: () => db.close(),
  }
}

const READER_TABLE_BYTES = 16 * 1024

/**
 * LMDB creates its reader table as a sparse, memory-mapped file: on a full disk the first write to a hole would kill the
 * process (SIGBUS). So the whole table is written beforehand. Its contents don't outlive a process.
 */
export function allocateReaderTable(path: string): void {
  const table = join(path, 'lock.mdb')
  if (existsSync(table) && isAllocated(table)) return
  // The folder will hold the secret keys of all accounts.
  mkdirSync(path, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(table, Buffer.alloc(READER_TABLE_BYTES))
  } catch (error) {
    throw ioError(error)
  }
}

function isAllocated(path: string): boolean {
  const { blocks, size } = statSync(path)
  return size >= READER_TABLE_BYTES && blocks * 512 >= size
}

/** lmdb rejects with a general error whose `commitError` is a promise that rejects with the real one. */
async function commitFailure(path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Error)) return error
  if (!('commitError' in error)) return await indexError(path, error)
  try {
    await error.commitError
    return error
  } catch (cause) {
    return await indexError(path, cause)
  }
}

const EIO = 5
const ENOSPC = 28
/** By the time of this check, other failed uploads may have freed space. */
const FULL_BELOW_BYTES = 64 * 1024 * 1024

async function indexError(path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'code' in error)) return error
  // LMDB reports a short write as EIO, and a disk that is filling up causes short writes.
  if (error.code === ENOSPC || (error.code === EIO && (await freeBytes(path)) < FULL_BELOW_BYTES)) {
    return new StoreError('StorageFull', 'The disk that holds the index is full.', { cause: error })
  }
  return ioError(error)
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
