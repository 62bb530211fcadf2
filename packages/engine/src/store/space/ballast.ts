import { randomBytes } from 'node:crypto'
import type { Files } from '../files/files.ts'

const BALLAST = 'ballast'
const CHUNK_BYTES = 256 * 1024

/** 1 MiB, less on a small disk. A deletion changes tens of 4 KiB pages, and the space that it frees serves the next one. */
export function ballastFor(totalBytes: number): number {
  return Math.min(1024 * 1024, Math.floor(totalBytes / 64))
}

/**
 * A file that only reserves space and is removed when not even a deletion can be committed: the index writes changed pages
 * to new places before it frees the old ones, so nothing could be deleted from a completely full disk. The file is
 * recreated when there is space. Its bytes are random, because a compressing file system would otherwise reserve nothing.
 */
export class Ballast {
  readonly #files: Files
  readonly #bytes: number
  #isThere: boolean
  #changing: Promise<void> = Promise.resolve()

  /** Removes an incomplete file of an earlier process. */
  static async open(files: Files, bytes: number): Promise<Ballast> {
    // A failing disk is no reason not to start: without the ballast only deletions have less space.
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

  /** Frees its space. */
  release(): Promise<void> {
    return this.#change(async () => {
      this.#isThere = false
      await this.#files.remove(BALLAST)
    })
  }

  /** Starts to recreate the file if `room` bytes suffice. Returns the number of bytes it uses. */
  restoreWithin(room: number): number {
    if (this.#isThere || room < 2 * this.#bytes) return 0
    this.#isThere = true
    // No request depends on this: it is retried the next time there is space.
    void this.#change(() => this.#write()).catch(() => undefined)
    return this.#bytes
  }

  /** Resolves when no change is in progress. */
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

/** A start writes a few small files, for which the ballast makes space on a completely full disk. */
export async function makeRoomToStart(files: Files): Promise<void> {
  const { freeBytes } = await files.capacity()
  if (freeBytes < ROOM_TO_START) await files.remove(BALLAST)
}

const ROOM_TO_START = 128 * 1024
