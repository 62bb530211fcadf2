import { randomBytes } from 'node:crypto'
import type { Files } from '../files/files.ts'

const BALLAST = 'ballast'
const CHUNK_BYTES = 256 * 1024

/** 1 MiB, less on a small disk. One deletion changes some tens of pages of 4 KiB, and what it frees serves the next. */
export function ballastFor(totalBytes: number): number {
  return Math.min(1024 * 1024, Math.floor(totalBytes / 64))
}

/**
 * A file of no content that is thrown overboard when not even a deletion can be committed: the index writes changed pages
 * to new places before it gives up the old ones, so on a disk that is full to the last byte nothing could be deleted any
 * more. It is made again when there is room. Its bytes are random, or a file system that compresses would hold none back.
 */
export class Ballast {
  readonly #files: Files
  readonly #bytes: number
  #isThere: boolean
  #changing: Promise<void> = Promise.resolve()

  /** A file that an earlier process left half written goes at once. */
  static async open(files: Files, bytes: number): Promise<Ballast> {
    // A disk that fails here is no reason not to start: without the ballast there is less room for deletions, no more.
    const isThere = await hasSize(files, bytes).catch(() => false)
    if (!isThere) await files.remove(BALLAST).catch(() => undefined)
    return new Ballast(files, bytes, isThere)
  }

  private constructor(files: Files, bytes: number, isThere: boolean) {
    this.#files = files
    this.#bytes = bytes
    this.#isThere = isThere
  }

  get isThere(): boolean {
    return this.#isThere
  }

  /** Gives its room to whoever asks the disk next. */
  release(): Promise<void> {
    return this.#change(async () => {
      this.#isThere = false
      await this.#files.remove(BALLAST)
    })
  }

  /** Begins to make it again if `room` bytes allow it; returns how many of them it takes. */
  restoreWithin(room: number): number {
    if (this.#isThere || room < 2 * this.#bytes) return 0
    this.#isThere = true
    // Failing is no failure of anybody's request: it is tried again when room is found the next time.
    void this.#change(() => this.#write()).catch(() => undefined)
    return this.#bytes
  }

  /** Resolves when no change is under way. */
  drain(): Promise<void> {
    return this.#changing.catch(() => undefined)
  }

  #change(work: () => Promise<void>): Promise<void> {
    this.#changing = this.drain().then(work)
    return this.#changing
  }

  async #write(): Promise<void> {
    if (!this.#isThere) return
    try {
      const writer = await this.#files.create(BALLAST)
      try {
        for (let left = this.#bytes; left > 0; left -= CHUNK_BYTES) {
          await writer.write([randomBytes(Math.min(left, CHUNK_BYTES))])
        }
      } finally {
        await writer.close()
      }
    } catch (error) {
      this.#isThere = false
      await this.#files.remove(BALLAST)
      throw error
    }
  }
}

async function hasSize(files: Files, bytes: number): Promise<boolean> {
  if (!(await files.list('.')).includes(BALLAST)) return false
  const reader = await files.open(BALLAST)
  try {
    return (await reader.read(bytes - 1, 2)).length === 1
  } finally {
    await reader.close()
  }
}

/** A start writes a few small files: on a disk that is full to the last byte the ballast has to make way for them. */
export async function makeRoomToStart(files: Files): Promise<void> {
  const { freeBytes } = await files.capacity()
  if (freeBytes < ROOM_TO_START) await files.remove(BALLAST)
}

const ROOM_TO_START = 128 * 1024
