import { getBucketDocument, setBucketDocument } from './bucket-documents.ts'
import { getBucket, listBuckets } from './bucket-rows.ts'
import { createBucket, deleteBucket, setVersioning } from './buckets.ts'
import { contentIds } from './content-ids.ts'
import { copyObject } from './copy-object.ts'
import { DataFolder } from './data-folder.ts'
import { deleteObject } from './delete-object.ts'
import { documentStore } from './documents.ts'
import type { Files } from './files.ts'
import { fileKey } from './keys.ts'
import { listObjects } from './list-objects.ts'
import { listUploads } from './list-uploads.ts'
import { listVersions } from './list-versions.ts'
import { openObject, partsOfObject, putObject, setObjectTags, statObject } from './objects.ts'
import type { OrderedIndex } from './ordered-index.ts'
import type { DocumentStore, Store } from './store.ts'
import type { StoreParts } from './store-parts.ts'
import {
  abortUpload,
  abortUploadsBefore,
  completeUpload,
  createUpload,
  getUpload,
  listParts,
  putPart,
} from './uploads.ts'
import { readUsage } from './usage.ts'
import { orders } from './version-order.ts'

/** Measured at 8 to 128 KiB: a row in the index is written and read 2 to 5 times as fast as a file; beyond, it holds others up. */
const INLINE_BYTES = 64 * 1024

export interface DurableStoreOptions {
  files: Files
  index: OrderedIndex
  now?: () => number
  newId?: () => string
  inlineBytes?: number
  /** Called last when the store closes. */
  release?: () => void
}

/** A store after its start. `recovery` ends when the files that no row refers to are gone; the store is usable before. */
export interface StartedStore extends Store {
  readonly recovery: Promise<{ removedFiles: number }>
}

/** The store over any index and any files; `openStore` is the one for real data. */
export async function startStore(options: DurableStoreOptions): Promise<StartedStore> {
  const now = options.now ?? Date.now
  const parts: StoreParts = {
    index: options.index,
    folder: await DataFolder.open(options.files),
    newId: options.newId ?? contentIds(now),
    newOrder: orders(now),
    now,
    inlineBytes: options.inlineBytes ?? INLINE_BYTES,
  }
  return new DurableStore(parts, options.release ?? (() => undefined))
}

class DurableStore implements StartedStore {
  readonly documents: DocumentStore
  readonly recovery: Promise<{ removedFiles: number }>
  readonly #parts: StoreParts
  readonly #release: () => void
  readonly #writes = new Set<Promise<unknown>>()
  #isClosing = false
  #closed: Promise<void> | undefined

  constructor(parts: StoreParts, release: () => void) {
    this.#parts = parts
    this.#release = release
    this.documents = documentStore(parts.index)
    this.recovery = this.#removeOrphans()
    // Whoever waits for `recovery` hears of a failure; the orphans cost space only, and the next start tries again.
    this.recovery.catch(() => undefined)
  }

  createBucket: Store['createBucket'] = (name) => this.#write(() => createBucket(this.#parts, name))
  deleteBucket: Store['deleteBucket'] = (name) => this.#write(() => deleteBucket(this.#parts, name))
  getBucket: Store['getBucket'] = (name) => getBucket(this.#parts.index, name)
  listBuckets: Store['listBuckets'] = () => listBuckets(this.#parts.index)
  setVersioning: Store['setVersioning'] = (...args) => this.#write(() => setVersioning(this.#parts, ...args))
  setBucketDocument: Store['setBucketDocument'] = (...args) =>
    this.#write(() => setBucketDocument(this.#parts, ...args))
  getBucketDocument: Store['getBucketDocument'] = (...args) => getBucketDocument(this.#parts, ...args)

  putObject: Store['putObject'] = (...args) => this.#write(() => putObject(this.#parts, ...args))
  copyObject: Store['copyObject'] = (...args) => this.#write(() => copyObject(this.#parts, ...args))
  statObject: Store['statObject'] = (...args) => statObject(this.#parts, ...args)
  openObject: Store['openObject'] = (...args) => openObject(this.#parts, ...args)
  partsOfObject: Store['partsOfObject'] = (...args) => partsOfObject(this.#parts, ...args)
  setObjectTags: Store['setObjectTags'] = (...args) => this.#write(() => setObjectTags(this.#parts, ...args))
  deleteObject: Store['deleteObject'] = (...args) => this.#write(() => deleteObject(this.#parts, ...args))
  listObjects: Store['listObjects'] = (...args) => listObjects(this.#parts, ...args)
  listVersions: Store['listVersions'] = (...args) => listVersions(this.#parts, ...args)

  createUpload: Store['createUpload'] = (...args) => this.#write(() => createUpload(this.#parts, ...args))
  getUpload: Store['getUpload'] = (...args) => getUpload(this.#parts, ...args)
  listUploads: Store['listUploads'] = (...args) => listUploads(this.#parts, ...args)
  putPart: Store['putPart'] = (...args) => this.#write(() => putPart(this.#parts, ...args))
  listParts: Store['listParts'] = (...args) => listParts(this.#parts, ...args)
  completeUpload: Store['completeUpload'] = (...args) => this.#write(() => completeUpload(this.#parts, ...args))
  abortUpload: Store['abortUpload'] = (...args) => this.#write(() => abortUpload(this.#parts, ...args))
  abortUploadsBefore: Store['abortUploadsBefore'] = (time) => this.#write(() => abortUploadsBefore(this.#parts, time))

  usage: Store['usage'] = () => readUsage(this.#parts.index)
  capacity: Store['capacity'] = () => this.#parts.folder.capacity()

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#isClosing = true
    while (this.#writes.size > 0) await Promise.allSettled(this.#writes)
    await this.recovery.catch(() => undefined)
    await this.#parts.folder.settle()
    await this.#parts.index.close()
    this.#release()
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isClosing) throw new Error('The store is closed.')
    const write = work()
    this.#writes.add(write)
    try {
      return await write
    } finally {
      this.#writes.delete(write)
    }
  }

  async #removeOrphans(): Promise<{ removedFiles: number }> {
    const { folder, index } = this.#parts
    const removedFiles = await folder.sweep(
      (id) => index.get(fileKey(id)) !== undefined,
      () => this.#isClosing,
    )
    return { removedFiles }
  }
}
