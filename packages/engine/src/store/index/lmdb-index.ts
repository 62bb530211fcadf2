import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { open } from 'lmdb'
import { ioError } from '../io-error.ts'
import { StoreError } from '../store.ts'
import type { IndexBackend, IndexWriter } from './ordered-index.ts'

/** LMDB takes no longer ones, for a look-up neither. Those of the store are shorter: names that it keeps have limits. */
const MAX_KEY_BYTES = 1978

const isTooLong = (key: Buffer) => key.length > MAX_KEY_BYTES

/** No key lies between a bound and its beginning of the greatest length: it would be as long. */
const bound = (key: Buffer) => (isTooLong(key) ? key.subarray(0, MAX_KEY_BYTES) : key)

/**
 * LMDB in the folder `path`. A commit is flushed before readers see it (`overlappingSync` off), so nothing that a client
 * was shown can be undone by a power loss; throughput comes from group commits instead.
 */
export function openLmdbIndex(path: string): IndexBackend {
  const db = open<Buffer, Buffer>({
    path,
    noSubdir: false,
    keyEncoding: 'binary',
    encoding: 'binary',
    overlappingSync: false,
    // Groups are made by `GroupCommitIndex`; lmdb's own batches leave a promise of a failed commit unhandled.
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
        // A child transaction, because only that is rolled back when a put inside it fails.
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
 * LMDB makes its table of readers as a file with holes and writes into it through memory: on a full disk the process would
 * die of the first touch of a hole (SIGBUS). So the table is written before, whole. Nothing in it outlives a process.
 */
export function allocateReaderTable(path: string): void {
  const table = join(path, 'lock.mdb')
  if (existsSync(table) && isAllocated(table)) return
  // The secret keys of all accounts will be in there.
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
/** Until this is asked, uploads that met the full disk too may have given up what they had of it. */
const FULL_BELOW_BYTES = 64 * 1024 * 1024

async function indexError(path: string, error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'code' in error)) return error
  // LMDB calls a write that was cut short EIO, and a disk that is just filling up cuts it short.
  if (error.code === ENOSPC || (error.code === EIO && (await freeBytes(path)) < FULL_BELOW_BYTES)) {
    return new StoreError('StorageFull', 'The disk that holds the index is full.', { cause: error })
  }
  return ioError(error)
}

async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
