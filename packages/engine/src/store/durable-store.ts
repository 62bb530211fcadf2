import { getBucketDocument, setBucketDocument } from './bucket-documents.ts'
import { createBucket, deleteBucket, setBucketLock, setVersioning } from './buckets.ts'
import { documentStore } from './documents.ts'
import type { KeyFile } from './encryption/key-file.ts'
import { Keyring } from './encryption/keyring.ts'
import { contentIds } from './files/content-ids.ts'
import { DataFolder } from './files/data-folder.ts'
import type { Files } from './files/files.ts'
import { getBucket, listBuckets } from './index/bucket-rows.ts'
import { fileKey } from './index/keys.ts'
import type { OrderedIndex } from './index/ordered-index.ts'
import { orders } from './index/version-order.ts'
import { Damage } from './integrity/damage.ts'
import { Scrubber } from './integrity/scrubber.ts'
import { Ballast, ballastFor } from './space/ballast.ts'
import { FreeSpace } from './space/free-space.ts'
import { guardedDocuments } from './space/guarded-documents.ts'
import { checkQuota } from './space/quota.ts'
import { readUsage } from './space/usage.ts'
import type { DocumentStore, Store } from './store.ts'
import type { StoreContext } from './store-context.ts'
import { abortUpload, abortUploadsBefore } from './uploads/abort-uploads.ts'
import { listUploads } from './uploads/list-uploads.ts'
import { completeUpload, createUpload, getUpload, listParts, putPart } from './uploads/uploads.ts'
import { copyObject } from './versions/copy-object.ts'
import { deleteObject } from './versions/delete-object.ts'
import { listObjects } from './versions/list-objects.ts'
import { listVersions } from './versions/list-versions.ts'
import { setLegalHold, setRetention } from './versions/object-locks.ts'
import { openObject, partsOfObject, putObject, setObjectTags, statObject } from './versions/objects.ts'

/** Measured from 8 to 128 KiB: index rows are written and read 2 to 5 times as fast as files, but large rows delay others. */
const INLINE_BYTES = 64 * 1024

export interface DurableStoreOptions {
  files: Files
  index: OrderedIndex
  now?: () => number
  newId?: () => string
  inlineBytes?: number
  /** Without it nothing can be encrypted. */
  keyFile?: KeyFile
  /** Free space to keep on the disk. Default: see `reserveFor`. */
  reserveBytes?: number
  /** Default: see `ballastFor`. */
  ballastBytes?: number
  /** Whether a backup is running, which still needs removed files. */
  areRemovalsHeld?: () => boolean
  /** Called at the end of `close`. */
  release?: () => void
}

/** A started store. `recovery` resolves when orphaned files are removed; the store is usable before that. */
export interface StartedStore extends Store {
  readonly damage: Damage
  /** Not started. */
  readonly scrubber: Scrubber
  /** The master keys. `problem` names missing ones. */
  readonly keyring: Keyring
  readonly recovery: Promise<{ removedFiles: number }>
}

/** Starts a store on any index and files. `openStore` opens one on a data folder. */
export async function startStore(options: DurableStoreOptions): Promise<StartedStore> {
  const { files } = options
  const now = options.now ?? Date.now
  const context: StoreContext = {
    index: options.index,
    folder: await DataFolder.open(files, options.areRemovalsHeld),
    keyring: await Keyring.open(options.keyFile ?? NO_KEY_FILE, documentStore(options.index)),
    newId: options.newId ?? contentIds(now),
    newOrder: orders(now),
    now,
    inlineBytes: options.inlineBytes ?? INLINE_BYTES,
  }
  const ballastBytes = options.ballastBytes ?? ballastFor((await files.capacity()).totalBytes)
  const ballast = await Ballast.open(files, ballastBytes)
  const { reserveBytes } = options
  const capacity = () => files.capacity()
  const space = new FreeSpace({ capacity, ballast, ...(reserveBytes === undefined ? {} : { reserveBytes }) })
  return new DurableStore(context, space, async () => {
    await ballast.drain()
    options.release?.()
  })
}

const NO_KEY_FILE: KeyFile = {
  path: '',
  read: async () => undefined,
  create: () => Promise.reject(new Error('This store was opened without a key file.')),
}

/** How long the disk counts as busy after a read. */
const BUSY_MS = 200

/** Space claimed for the index rows of a write. Bodies are claimed as they arrive. */
const ROWS_BYTES = 8 * 1024

class DurableStore implements StartedStore {
  readonly documents: DocumentStore
  readonly damage: Damage
  readonly scrubber: Scrubber
  readonly keyring: Keyring
  readonly recovery: Promise<{ removedFiles: number }>
  readonly #context: StoreContext
  readonly #space: FreeSpace
  readonly #release: () => Promise<void>
  readonly #writes = new Set<Promise<unknown>>()
  /** Time of the last read, by `performance.now()`. */
  #usedAt = Number.NEGATIVE_INFINITY
  #isClosing = false
  #closed: Promise<void> | undefined

  constructor(context: StoreContext, space: FreeSpace, release: () => Promise<void>) {
    this.#context = context
    this.#space = space
    this.#release = release
    this.keyring = context.keyring
    this.documents = guardedDocuments(documentStore(context.index), space)
    const { index, folder, now } = context
    this.damage = new Damage(index, this.documents, now)
    const isBusy = () => this.#writes.size > 0 || performance.now() - this.#usedAt < BUSY_MS
    const { documents, damage } = this
    this.scrubber = new Scrubber({ index, folder, documents, damage, now, isBusy })
    this.recovery = this.#removeOrphans()
    // Callers that await `recovery` see the failure. Orphans only cost space, and the next start retries.
    this.recovery.catch(() => undefined)
  }

  createBucket: Store['createBucket'] = (...args) => this.#grow(() => createBucket(this.#context, ...args))
  deleteBucket: Store['deleteBucket'] = (name) => this.#shrink(() => deleteBucket(this.#context, name))
  getBucket: Store['getBucket'] = (name) => getBucket(this.#context.index, name)
  listBuckets: Store['listBuckets'] = () => listBuckets(this.#context.index)
  setVersioning: Store['setVersioning'] = (...args) => this.#grow(() => setVersioning(this.#context, ...args))
  setBucketLock: Store['setBucketLock'] = (...args) => this.#grow(() => setBucketLock(this.#context, ...args))
  setBucketDocument: Store['setBucketDocument'] = (bucket, name, document) => {
    const set = () => setBucketDocument(this.#context, bucket, name, document)
    return document === undefined ? this.#shrink(set) : this.#grow(set)
  }
  getBucketDocument: Store['getBucketDocument'] = (...args) => getBucketDocument(this.#context, ...args)

  putObject: Store['putObject'] = (bucket, key, body, options) =>
    this.#grow(() => putObject(this.#context, bucket, key, this.#space.watched(body), options))
  copyObject: Store['copyObject'] = (...args) => this.#grow(() => copyObject(this.#context, ...args))
  statObject: Store['statObject'] = (...args) => statObject(this.#context, ...args)
  openObject: Store['openObject'] = async (bucket, key, versionId) => {
    this.#usedAt = performance.now()
    try {
      return this.damage.watch(await openObject(this.#context, bucket, key, versionId))
    } catch (error) {
      this.damage.note({ bucket, key, versionId }, error)
      throw error
    }
  }
  partsOfObject: Store['partsOfObject'] = (...args) => partsOfObject(this.#context, ...args)
  setObjectTags: Store['setObjectTags'] = (...args) => this.#grow(() => setObjectTags(this.#context, ...args))
  setRetention: Store['setRetention'] = (bucket, key, versionId, retention, { bypassGovernance } = {}) =>
    this.#grow(() => setRetention(this.#context, { bucket, key, versionId }, retention, bypassGovernance))
  setLegalHold: Store['setLegalHold'] = (bucket, key, versionId, isOn) =>
    this.#grow(() => setLegalHold(this.#context, { bucket, key, versionId }, isOn))
  deleteObject: Store['deleteObject'] = (bucket, key, options) => {
    const work = () => deleteObject(this.#context, bucket, key, options)
    // A delete marker frees no space: it can use the reserve, but not the ballast.
    const makesMarker = options?.versionId === undefined && getBucket(this.#context.index, bucket)?.versioning !== 'Off'
    return makesMarker ? this.#write(work) : this.#shrink(work)
  }
  listObjects: Store['listObjects'] = (...args) => listObjects(this.#context, ...args)
  listVersions: Store['listVersions'] = (...args) => listVersions(this.#context, ...args)

  createUpload: Store['createUpload'] = (...args) => this.#grow(() => createUpload(this.#context, ...args))
  getUpload: Store['getUpload'] = (...args) => getUpload(this.#context, ...args)
  listUploads: Store['listUploads'] = (...args) => listUploads(this.#context, ...args)
  putPart: Store['putPart'] = (bucket, key, uploadId, partNumber, body, options) =>
    this.#grow(() => putPart(this.#context, bucket, key, uploadId, partNumber, this.#space.watched(body), options))
  listParts: Store['listParts'] = (...args) => listParts(this.#context, ...args)
  completeUpload: Store['completeUpload'] = (...args) => this.#grow(() => completeUpload(this.#context, ...args))
  abortUpload: Store['abortUpload'] = (...args) => this.#shrink(() => abortUpload(this.#context, ...args))
  abortUploadsBefore: Store['abortUploadsBefore'] = (time) =>
    this.#shrink(() => abortUploadsBefore(this.#context, time))

  readyToEncrypt: Store['readyToEncrypt'] = () => this.keyring.ready()

  checkQuota: Store['checkQuota'] = (...args) => checkQuota(this.#context.index, ...args)
  usage: Store['usage'] = () => readUsage(this.#context.index)
  capacity: Store['capacity'] = () => this.#context.folder.capacity()

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#isClosing = true
    await this.scrubber.stop()
    while (this.#writes.size > 0) await Promise.allSettled(this.#writes)
    await this.recovery.catch(() => undefined)
    await this.damage.drain()
    await this.#context.folder.drain()
    await this.#context.index.close()
    await this.#release()
  }

  /** Runs a write that needs space: refused when the disk has no more than its reserve. */
  #grow<T>(work: () => Promise<T>): Promise<T> {
    return this.#write(async () => {
      await this.#space.claim(ROWS_BYTES)
      return await work()
    })
  }

  /** Runs a write that frees space: works even when the disk is completely full. */
  #shrink<T>(work: () => Promise<T>): Promise<T> {
    return this.#write(() => this.#space.withBallast(work))
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
    const { folder, index } = this.#context
    const removedFiles = await folder.sweep(
      (id) => index.get(fileKey(id)) !== undefined,
      () => this.#isClosing,
    )
    return { removedFiles }
  }
}
