import { StoreError } from '../store.ts'
import type { FileReader, Files, FileWriter } from './files.ts'
import { FolderSync } from './folder-sync.ts'

const SHARDS = Array.from({ length: 256 }, (_, shard) => shard.toString(16).padStart(2, '0'))

const shardFolder = (id: string) => `objects/${id.slice(0, 2)}`
/** Path of the finished data file of an id. */
export const dataFilePath = (id: string) => `${shardFolder(id)}/${id}`
const temporaryPath = (id: string) => `tmp/${id}`

/** @throws StoreError ObjectDamaged when it is missing, StorageFailed */
export async function openDataFile(files: Files, id: string): Promise<FileReader> {
  const path = dataFilePath(id)
  try {
    return await files.open(path)
  } catch (error) {
    const cause = error instanceof StoreError ? error.cause : undefined
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw error
    throw new StoreError('ObjectDamaged', `The data file ${path} is missing.`, { cause: error })
  }
}

/** Interval for checking whether a backup is still running. */
const HELD_MS = 5_000

/**
 * The data files: `objects/<first 2 digits of the id>/<id>`, and `tmp/<id>` during the write. A file is *claimed* by this
 * process from its creation until the index refers to it, and *pinned* while it is read. Claimed and pinned files aren't
 * removed.
 */
export class DataFolder {
  readonly #files: Files
  readonly #folderSync: FolderSync
  readonly #claimed = new Set<string>()
  readonly #pins = new Map<string, number>()
  readonly #retired = new Set<string>()
  readonly #removals = new Set<Promise<void>>()
  readonly #areRemovalsHeld: () => boolean
  #held: string[] = []
  #lookingAgain: NodeJS.Timeout | undefined

  /** Creates the folders and removes unfinished writes of an earlier process from `tmp`. */
  static async open(files: Files, areRemovalsHeld = () => false): Promise<DataFolder> {
    await files.createFolder('tmp')
    await files.createFolder('objects')
    await files.syncFolder('.')
    const present = new Set(await files.list('objects'))
    const missing = SHARDS.filter((shard) => !present.has(shard))
    await Promise.all(missing.map((shard) => files.createFolder(`objects/${shard}`)))
    if (missing.length > 0) await files.syncFolder('objects')
    for (const name of await files.list('tmp')) await files.remove(`tmp/${name}`)
    return new DataFolder(files, areRemovalsHeld)
  }

  private constructor(files: Files, areRemovalsHeld: () => boolean) {
    this.#files = files
    this.#areRemovalsHeld = areRemovalsHeld
    this.#folderSync = new FolderSync(files)
  }

  /** Creates an empty temporary file for the content `id` and claims it. */
  async create(id: string): Promise<FileWriter> {
    this.#claimed.add(id)
    try {
      return await this.#files.create(temporaryPath(id))
    } catch (error) {
      this.#claimed.delete(id)
      throw error
    }
  }

  /** Moves a synced and closed temporary file to its final name, durably. */
  async publish(id: string): Promise<void> {
    await this.#files.rename(temporaryPath(id), dataFilePath(id))
    await this.#folderSync.sync(shardFolder(id))
  }

  /** Ends the claim: the index now refers to the file durably. */
  release(id: string): void {
    this.#claimed.delete(id)
  }

  /** Removes a claimed file that isn't used, under either name. */
  async discard(id: string): Promise<void> {
    await this.#files.remove(temporaryPath(id))
    await this.#files.remove(dataFilePath(id))
    this.#claimed.delete(id)
  }

  /** @throws StoreError ObjectDamaged if the file is missing, because the index refers to it */
  open(id: string): Promise<FileReader> {
    return openDataFile(this.#files, id)
  }

  /** Prevents the removal of files until the returned function is called (once). */
  pin(ids: string[]): () => void {
    for (const id of ids) this.#pins.set(id, (this.#pins.get(id) ?? 0) + 1)
    return () => {
      for (const id of ids) this.#unpin(id)
    }
  }

  #unpin(id: string): void {
    const count = (this.#pins.get(id) ?? 0) - 1
    if (count > 0) {
      this.#pins.set(id, count)
      return
    }
    this.#pins.delete(id)
    if (this.#retired.delete(id)) this.#removeSoon([id])
  }

  /** Removes files that the index durably no longer refers to. Pinned files follow when their last reader is done. */
  retire(ids: string[]): void {
    const unread = ids.filter((id) => !this.#pins.has(id))
    for (const id of ids) if (this.#pins.has(id)) this.#retired.add(id)
    if (unread.length > 0) this.#removeSoon(unread)
  }

  #removeSoon(ids: string[]): void {
    const removal = this.#removeAll(ids).finally(() => this.#removals.delete(removal))
    this.#removals.add(removal)
  }

  async #removeAll(ids: string[]): Promise<void> {
    if (this.#areRemovalsHeld()) {
      this.#held.push(...ids)
      this.#lookingAgain ??= setTimeout(() => this.#removeHeld(), HELD_MS).unref()
      return
    }
    for (const id of ids) {
      // A file that can't be removed only costs space, and the next start retries (see `sweep`).
      await this.#files.remove(dataFilePath(id)).catch(() => undefined)
    }
  }

  #removeHeld(): void {
    const ids = this.#held
    this.#held = []
    this.#lookingAgain = undefined
    this.#removeSoon(ids)
  }

  /**
   * Removes files that no index row refers to: those renamed but not committed before a crash, and those whose removal
   * a crash prevented. Returns their number. `stopped` ends it early.
   */
  async sweep(isReferenced: (id: string) => boolean, stopped: () => boolean): Promise<number> {
    let removed = 0
    for (const shard of SHARDS) {
      if (stopped()) break
      for (const id of await this.#files.list(`objects/${shard}`)) {
        if (stopped()) break
        if (this.#claimed.has(id) || this.#pins.has(id) || isReferenced(id)) continue
        // A running backup, which may have begun after the sweep, may need files that have lost their rows since. The next start
        // removes them.
        if (this.#areRemovalsHeld()) return removed
        await this.#files.remove(`objects/${shard}/${id}`)
        removed++
      }
    }
    return removed
  }

  capacity(): Promise<{ totalBytes: number; freeBytes: number }> {
    return this.#files.capacity()
  }

  /** Resolves when all running removals are done. Held ones are left to the next start. */
  async drain(): Promise<void> {
    clearTimeout(this.#lookingAgain)
    while (this.#removals.size > 0) await Promise.all(this.#removals)
  }
}
