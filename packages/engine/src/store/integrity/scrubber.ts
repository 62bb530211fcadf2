import { setTimeout as delay } from 'node:timers/promises'
import { piecesOf } from '../files/content.ts'
import type { DataFolder } from '../files/data-folder.ts'
import { behind, ROW, sharesKey } from '../index/keys.ts'
import type { IndexEntry, OrderedIndex } from '../index/ordered-index.ts'
import { readUsage } from '../space/usage.ts'
import type { DocumentStore } from '../store.ts'
import { StoreError } from '../store.ts'
import { type StoredVersion, storedVersion } from '../versions/stored-version.ts'
import type { Damage } from './damage.ts'
import { verifyContent } from './verify-content.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Minimum read rate. A small store is done early and then waits for the rest of the pass. */
const LEAST_BYTES_PER_MS = 256
/** Cost of a version in addition to its bytes, so that many tiny objects aren't verified at the same time. */
const VERSION_BYTES = 4 * 1024
/** Maximum delay of a block while there is traffic. */
const MOST_YIELD_MS = 1_000
const YIELD_LOOK_MS = 50
const PROGRESS_EVERY_MS = 60_000
const SHARED_KEPT = 10_000

const SPACE = 'scrub'
const PROGRESS = 'progress'

/** Progress of a pass, stored in the index so that a restart resumes it. */
interface Progress {
  passStartedAt: number
  /** Key of the last verified index row in hexadecimal; empty at the start. */
  position: string
  versions: number
  bytes: number
  isComplete: boolean
}

interface ScrubStatus extends Omit<Progress, 'position'> {
  isRunning: boolean
}

interface ScrubberParts {
  index: OrderedIndex
  folder: DataFolder
  documents: DocumentStore
  damage: Damage
  /** Whether other work uses the disk. */
  isBusy(): boolean
  now(): number
  /** Waits; rejects when `signal` aborts. */
  sleep?(ms: number, signal: AbortSignal): Promise<unknown>
}

/**
 * Continuously verifies the checksums of everything stored, each pass over a given number of days, so that damage is found
 * while copies may still exist elsewhere. The pace depends on the stored amount and yields to traffic.
 */
export class Scrubber {
  readonly #parts: ScrubberParts
  readonly #sleep: NonNullable<ScrubberParts['sleep']>
  readonly #stopping = new AbortController()
  #progress: Progress
  #keptAt = 0
  #hasEnded = false
  #running: Promise<void> | undefined
  /** Results of shared contents that this pass has verified. */
  readonly #shared = new Map<string, StoreError | undefined>()

  constructor(parts: ScrubberParts) {
    this.#parts = parts
    this.#sleep = parts.sleep ?? ((ms, signal) => delay(ms, undefined, { signal, ref: false }))
    this.#progress = (parts.documents.get(SPACE, PROGRESS) as Progress | undefined) ?? this.#newPass()
  }

  /** Starts, or resumes where an earlier process stopped. Calls `failed` if it can't continue. */
  start(days: number, failed: (error: unknown) => void): void {
    this.#running ??= this.#run(days * DAY_MS).catch((error) => {
      if (!this.#stopping.signal.aborted) failed(error)
      this.#hasEnded = true
    })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    if (this.#running) await this.#keep()
  }

  status(): ScrubStatus {
    const { position: _, ...progress } = this.#progress
    return { ...progress, isRunning: this.#running !== undefined && !this.#hasEnded }
  }

  async #run(passMs: number): Promise<void> {
    const { signal } = this.#stopping
    for (;;) {
      if (!this.#progress.isComplete) await this.#pass(passMs)
      const rest = this.#progress.passStartedAt + passMs - this.#parts.now()
      // Timers can't wait longer, and checking once an hour is enough for a wait of days.
      for (let left = rest; left > 0; left -= DAY_MS / 24) await this.#sleep(Math.min(left, DAY_MS / 24), signal)
      this.#progress = this.#newPass()
      this.#shared.clear()
    }
  }

  /** One pass over all versions, resuming an interrupted one. */
  async #pass(passMs: number): Promise<void> {
    const rate = Math.max(LEAST_BYTES_PER_MS, this.#storedBytes() / passMs)
    for (let entry = this.#next(); entry; entry = this.#next()) {
      const version = storedVersion(entry)
      if (version) await this.#verify(version, rate)
      this.#progress.position = entry.key.toString('hex')
      if (version) this.#progress.versions++
      if (this.#parts.now() - this.#keptAt > PROGRESS_EVERY_MS) await this.#keep()
    }
    this.#progress.isComplete = true
    await this.#keep()
  }

  async #verify(version: StoredVersion, rate: number): Promise<void> {
    const { index, damage } = this.#parts
    const { content } = version
    await this.#pause(VERSION_BYTES / rate)
    if (content === undefined) return
    const error = this.#shared.has(content) ? this.#shared.get(content) : await this.#read(content, version, rate)
    if (index.get(sharesKey(content)) && this.#shared.size < SHARED_KEPT) this.#shared.set(content, error)
    // The version may have been deleted before its files were pinned. Only one that still has this content is recorded.
    if (error) damage.note(version, error, content)
  }

  /** Verifies a content and returns the error, if any. */
  async #read(content: string, version: StoredVersion, rate: number): Promise<StoreError | undefined> {
    const { index, folder } = this.#parts
    const ids = content.startsWith(ROW.inline) ? [] : piecesOf(index, content, version).map(({ id }) => id)
    const unpin = folder.pin(ids)
    try {
      await verifyContent({ index, open: (id) => folder.open(id) }, content, version, async (bytes) => {
        this.#progress.bytes += bytes
        await this.#pause(bytes / rate)
      })
      return undefined
    } catch (error) {
      if (error instanceof StoreError) return error
      throw error
    } finally {
      unpin()
    }
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping
    await this.#sleep(ms, signal)
    for (let waited = 0; waited < MOST_YIELD_MS && this.#parts.isBusy(); waited += YIELD_LOOK_MS) {
      await this.#sleep(YIELD_LOOK_MS, signal)
    }
  }

  /** The first `o` or `v` row after the position. */
  #next(): IndexEntry | undefined {
    const position = Buffer.from(this.#progress.position, 'hex')
    for (const kind of [ROW.object, ROW.version]) {
      const start = Buffer.from(kind)
      const end = behind(start)
      if (Buffer.compare(position, end) >= 0) continue
      const after = Buffer.concat([position, Buffer.from([0])])
      for (const entry of this.#parts.index.range(Buffer.compare(after, start) > 0 ? after : start, end)) return entry
    }
    return undefined
  }

  #storedBytes(): number {
    return readUsage(this.#parts.index).reduce((sum, { bytes, versions }) => sum + bytes + versions * VERSION_BYTES, 0)
  }

  #newPass(): Progress {
    return { passStartedAt: this.#parts.now(), position: '', versions: 0, bytes: 0, isComplete: false }
  }

  async #keep(): Promise<void> {
    this.#keptAt = this.#parts.now()
    // If this fails on a full disk, a restart repeats a little.
    await this.#parts.documents.put(SPACE, PROGRESS, this.#progress, 'reserve').catch(() => undefined)
  }
}
