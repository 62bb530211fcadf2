import { type Body, StoreError } from '../store.ts'
import type { Ballast } from './ballast.ts'

const MIB = 1024 * 1024

/** Maximum age of the measured free space. The store's own writes are subtracted in between. */
const STALE_MS = 250

export interface Capacity {
  totalBytes: number
  freeBytes: number
}

/**
 * The free space to keep on a disk: 5 %, at most 64 MiB and at least 1 MiB. Deletions, sign-ins and the index itself use it
 * when writes are refused, and concurrent uploads can overshoot into it.
 */
export function reserveFor(totalBytes: number): number {
  return Math.min(64 * MIB, Math.max(MIB, Math.floor(totalBytes / 20)))
}

interface FreeSpaceOptions {
  capacity(): Promise<Capacity>
  ballast: Pick<Ballast, 'release' | 'restoreWithin'>
  /** Default: `reserveFor` the size of the disk. */
  reserveBytes?: number
  /** A monotonic clock in milliseconds. */
  clock?: () => number
}

/**
 * Refuses writes that grow the store when its disk has no more than the reserve left. The file system is queried rarely;
 * in between, written bytes are subtracted, so even an upload at the speed of the disk is noticed.
 */
export class FreeSpace {
  readonly #options: FreeSpaceOptions
  readonly #clock: () => number
  #allowance = 0
  #queriedAt = Number.NEGATIVE_INFINITY
  #querying: Promise<void> | undefined

  constructor(options: FreeSpaceOptions) {
    this.#options = options
    this.#clock = options.clock ?? (() => performance.now())
  }

  /** @throws StoreError StorageFull if writing that many bytes would use the reserve */
  async claim(bytes: number): Promise<void> {
    if (this.#isStale || bytes > this.#allowance) await this.#query()
    if (bytes > this.#allowance) throw full()
    this.#allowance -= bytes
  }

  /** Wraps a body so that it fails with StorageFull as soon as the disk has no space for more of it. */
  async *watched(body: Body): Body {
    for await (const chunk of body) {
      if (this.#isStale || chunk.length > this.#allowance) await this.claim(chunk.length)
      else this.#allowance -= chunk.length
      yield chunk
    }
  }

  /** Runs a write that frees space or revokes permissions. On a full disk it uses the space of the ballast. */
  async withBallast<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreError && error.code === 'StorageFull')) throw error
      await this.#options.ballast.release()
      return await work()
    }
  }

  get #isStale(): boolean {
    return this.#clock() - this.#queriedAt > STALE_MS
  }

  #query(): Promise<void> {
    this.#querying ??= this.#refresh().finally(() => {
      this.#querying = undefined
    })
    return this.#querying
  }

  async #refresh(): Promise<void> {
    const { capacity, ballast, reserveBytes } = this.#options
    const { totalBytes, freeBytes } = await capacity()
    const room = freeBytes - (reserveBytes ?? reserveFor(totalBytes))
    this.#allowance = Math.max(0, room - ballast.restoreWithin(room))
    this.#queriedAt = this.#clock()
  }
}

function full(): StoreError {
  return new StoreError('StorageFull', 'The disk that holds the data folder has reached its reserve of free space.')
}
