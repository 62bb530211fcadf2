import { type Body, StoreError } from '../store.ts'
import type { Ballast } from './ballast.ts'

const MIB = 1024 * 1024

/** Figures older than this are asked for again; what this store writes meanwhile is counted from them. */
const STALE_MS = 250

export interface Capacity {
  totalBytes: number
  freeBytes: number
}

/**
 * What is kept free on a disk of that size: 5 % of it, at most 64 MiB and at least 1 MiB. It is the room in which deletions,
 * sign-ins and the index itself go on when writes are refused, and in which uploads that run side by side may overshoot.
 */
export function reserveFor(totalBytes: number): number {
  return Math.min(64 * MIB, Math.max(MIB, Math.floor(totalBytes / 20)))
}

export interface FreeSpaceOptions {
  capacity(): Promise<Capacity>
  ballast: Pick<Ballast, 'release' | 'restoreWithin'>
  /** Default: `reserveFor` the disk. */
  reserveBytes?: number
  /** Milliseconds, of any clock that only goes forward. */
  clock?: () => number
}

/**
 * Refuses what would grow the store when its disk has no more than the reserve left. The system is asked seldom: between
 * two questions the bytes that pass through here are taken off, so an upload as fast as the disk is noticed too.
 */
export class FreeSpace {
  readonly #options: FreeSpaceOptions
  readonly #clock: () => number
  #allowance = 0
  #askedAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  constructor(options: FreeSpaceOptions) {
    this.#options = options
    this.#clock = options.clock ?? (() => performance.now())
  }

  /** @throws StoreError StorageFull, when writing that many bytes more would touch the reserve */
  async claim(bytes: number): Promise<void> {
    if (this.#isStale || bytes > this.#allowance) await this.#ask()
    if (bytes > this.#allowance) throw full()
    this.#allowance -= bytes
  }

  /** A body that ends with StorageFull as soon as the disk has no room for more of it. */
  async *watched(body: Body): Body {
    for await (const chunk of body) {
      if (this.#isStale || chunk.length > this.#allowance) await this.claim(chunk.length)
      else this.#allowance -= chunk.length
      yield chunk
    }
  }

  /** Runs what makes room, or takes rights away: on a full disk with the room that the ballast gives up for it. */
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
    return this.#clock() - this.#askedAt > STALE_MS
  }

  #ask(): Promise<void> {
    this.#asking ??= this.#refresh().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  async #refresh(): Promise<void> {
    const { capacity, ballast, reserveBytes } = this.#options
    const { totalBytes, freeBytes } = await capacity()
    const room = freeBytes - (reserveBytes ?? reserveFor(totalBytes))
    this.#allowance = Math.max(0, room - ballast.restoreWithin(room))
    this.#askedAt = this.#clock()
  }
}

function full(): StoreError {
  return new StoreError('StorageFull', 'The disk that holds the data folder has reached its reserve of free space.')
}
