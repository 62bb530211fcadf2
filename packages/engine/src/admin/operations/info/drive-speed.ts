import { randomFill, randomUUID } from 'node:crypto'
import { constants, type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { liveResponse } from '../../../http/response.ts'
import { s3Error } from '../../../s3/errors.ts'
import { ENGINE_VERSION } from '../../../version.ts'
import type { AdminOperation } from '../../call.ts'
import type { AdminServices } from '../../services.ts'

const MIB = 1024 * 1024
const SECTOR_BYTES = 4096
const LIMITS = {
  blocksize: { least: SECTOR_BYTES, most: 16 * MIB, usual: 4 * MIB },
  filesize: { least: SECTOR_BYTES, most: 16 * 1024 * MIB, usual: 1024 * MIB },
} as const
/** Writing ends after this long, and reading too. What was reached until then counts. */
const LONGEST_MS = 30_000
const KEEP_ALIVE_MS = 500
/** So many times the file has to fit into the free space. */
const ROOM = 2

const BUSY = 'Another speed test is running. Wait until it ends.'

const testing = new WeakSet<AdminServices['store']>()

/**
 * Writes a file to the data folder and reads it, past the cache of the operating system where that allows it. The file is where
 * unfinished uploads are, which the next start removes. Other requests are answered meanwhile, unlike those of MinIO.
 */
export const driveSpeed: AdminOperation = async ({ engine, query }) => {
  const blockBytes = sizeIn(query, 'blocksize')
  const fileBytes = sizeIn(query, 'filesize')
  const { store, dataDir, endpoint } = engine
  const resultOf = (outcome: Outcome) => {
    const drivePerf = [{ path: dataDir, ...outcome }]
    return `${JSON.stringify({ version: ENGINE_VERSION, endpoint: `http://${endpoint}`, drivePerf })}\n`
  }
  if (testing.has(store)) throw s3Error('SlowDown', BUSY)
  return liveResponse(async function* live(signal) {
    // Another one may have begun since. Not added earlier: this isn't called for a client that has already gone.
    if (testing.has(store)) return yield resultOf({ error: BUSY })
    testing.add(store)
    const test = measure(engine, { blockBytes, fileBytes, signal })
    try {
      while (!(await Promise.race([test.then(() => true), delay(KEEP_ALIVE_MS, false, { ref: false })]))) {
        yield `${JSON.stringify({ version: '', endpoint: '' })}\n`
      }
      const outcome = await test
      if (!signal.aborted) yield resultOf(outcome)
    } finally {
      // It may have been left early, by a client that disconnected.
      await test.catch(() => {})
      testing.delete(store)
    }
  })
}

/** Like MinIO, for what isn't a number it takes the usual size. */
function sizeIn(query: URLSearchParams, name: keyof typeof LIMITS): number {
  const { least, most, usual } = LIMITS[name]
  const text = query.get(name) ?? ''
  if (!/^\d+$/.test(text)) return usual
  const bytes = Number(text)
  if (bytes >= least && bytes <= most && bytes % SECTOR_BYTES === 0) return bytes
  throw s3Error('InvalidArgument', `${name} must be a multiple of ${SECTOR_BYTES} from ${least} to ${most}.`)
}

interface Test {
  blockBytes: number
  fileBytes: number
  signal: AbortSignal
}

type Outcome = { readThroughput: number; writeThroughput: number } | { error: string }

async function measure({ store, dataDir }: AdminServices, test: Test): Promise<Outcome> {
  const { freeBytes } = await store.capacity()
  if (freeBytes < ROOM * test.fileBytes) {
    return { error: `There are ${freeBytes} bytes free, and a test with this file needs ${ROOM * test.fileBytes}.` }
  }
  const path = join(dataDir, 'tmp', `speedtest-${randomUUID()}`)
  try {
    const { bytes, rate: writeThroughput } = await write(path, test)
    return { readThroughput: await read(path, bytes, test), writeThroughput }
  } catch (error) {
    return { error: error instanceof Error && 'code' in error ? String(error.code) : 'The test failed.' }
  } finally {
    await rm(path, { force: true })
  }
}

async function write(path: string, { blockBytes, fileBytes, signal }: Test): Promise<{ bytes: number; rate: number }> {
  const block = pageAligned(blockBytes)
  // Not at once: requests would wait for 16 MiB.
  await promisify<Uint8Array>(randomFill)(block)
  const handle = await openPastCache(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)
  try {
    const timed = timer()
    let bytes = 0
    while (bytes < fileBytes && timed.ms() < LONGEST_MS && !signal.aborted) {
      const { bytesWritten } = await handle.write(block, 0, Math.min(blockBytes, fileBytes - bytes), bytes)
      bytes += bytesWritten
    }
    await handle.datasync()
    return { bytes, rate: timed.rateOf(bytes) }
  } finally {
    await handle.close()
  }
}

async function read(path: string, length: number, { blockBytes, signal }: Test): Promise<number> {
  const block = pageAligned(blockBytes)
  const handle = await openPastCache(path, constants.O_RDONLY)
  try {
    const timed = timer()
    let bytes = 0
    while (bytes < length && timed.ms() < LONGEST_MS && !signal.aborted) {
      const { bytesRead } = await handle.read(block, 0, blockBytes, bytes)
      if (bytesRead === 0) break
      bytes += bytesRead
    }
    return timed.rateOf(bytes)
  } finally {
    await handle.close()
  }
}

/** Some file systems, such as those in memory, have no direct access. */
async function openPastCache(path: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, flags | (constants.O_DIRECT ?? 0), 0o600)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EINVAL')) throw error
    // The refused call may have created the file.
    await (flags & constants.O_CREAT ? rm(path, { force: true }) : undefined)
    return await open(path, flags, 0o600)
  }
}

const WASM_PAGE_BYTES = 64 * 1024

/** Direct access needs memory that begins at a page, which only memories of WebAssembly do for certain. */
function pageAligned(bytes: number): Uint8Array<ArrayBuffer> {
  const pages = Math.ceil(bytes / WASM_PAGE_BYTES)
  return new Uint8Array(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer, 0, bytes)
}

function timer() {
  const began = performance.now()
  const ms = () => performance.now() - began
  return { ms, rateOf: (bytes: number) => Math.round((bytes * 1000) / Math.max(ms(), 0.001)) }
}
