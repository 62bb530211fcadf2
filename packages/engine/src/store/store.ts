/**
 * What the protocol heads (s3, sts, admin) may ask of durable storage. A promise that resolves means: it survives power
 * loss. A promise that rejects means: nothing of it is visible, now or after a restart.
 */

/** One bucket as the index keeps it. `createdAt` in milliseconds since the epoch. */
export interface BucketRecord {
  name: string
  createdAt: number
}

/** What a client sent along with an object and gets back unchanged on GET and HEAD. */
export interface ObjectMetadata {
  contentType: string
  /** Lower-case standard headers kept with the object: cache-control, content-disposition, content-encoding, content-language, expires. */
  headers: Record<string, string>
  /** User metadata by lower-case name, without the `x-amz-meta-` prefix. */
  user: Record<string, string>
}

/** One visible object. `etag` without quotes, `lastModified` in milliseconds since the epoch, `size` in bytes. */
export interface ObjectRecord {
  bucket: string
  key: string
  size: number
  etag: string
  lastModified: number
  metadata: ObjectMetadata
}

/** An opened object: its bytes stay readable until `close`, whatever is deleted or overwritten meanwhile. */
export interface OpenObject {
  record: ObjectRecord
  /** The bytes from `start` to `end`, both inclusive; the whole object without a range. May be called once. */
  read(range?: { start: number; end: number }): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export interface ListQuery {
  prefix: string
  /** Any non-empty string; absent lists every key. */
  delimiter?: string
  /** Entries strictly after this key or common prefix (S3 `start-after` and continuation alike). */
  after?: string
  /** Objects and common prefixes together, 0 to 1000. */
  limit: number
}

export type ListEntry = { kind: 'object'; record: ObjectRecord } | { kind: 'prefix'; prefix: string }

export interface ListPage {
  entries: ListEntry[]
  /** Present when more follows: the value to pass as `after` for the next page. */
  next?: string
}

export interface UploadRecord {
  bucket: string
  key: string
  uploadId: string
  startedAt: number
  metadata: ObjectMetadata
}

export interface PartRecord {
  partNumber: number
  size: number
  etag: string
  lastModified: number
}

/** Figures kept up to date with every write, so that asking is cheap. Histogram counts objects by the size classes of the admin API. */
export interface BucketUsage {
  bucket: string
  objects: number
  bytes: number
  sizeHistogram: Record<string, number>
}

/**
 * Body of an object on its way in. If the iterable throws (a checksum that does not match, a client that left), nothing
 * is stored. A chunk that was given belongs to the store: its memory must not be used again.
 */
export type Body = AsyncIterable<Uint8Array>

/**
 * Small durable documents beside the objects (credentials that were revoked, settings): JSON values by name space and id.
 * Held in the same index and group commit as the objects.
 */
export interface DocumentStore {
  get(space: string, id: string): unknown
  put(space: string, id: string, value: unknown): Promise<void>
  delete(space: string, id: string): Promise<void>
  list(space: string): { id: string; value: unknown }[]
}

/** Throws `StoreError` for every expected refusal. */
export interface Store {
  /** @throws StoreError BucketExists */
  createBucket(name: string): Promise<BucketRecord>
  /** @throws StoreError NoSuchBucket, BucketNotEmpty (objects; unfinished uploads do not count and are removed) */
  deleteBucket(name: string): Promise<void>
  getBucket(name: string): BucketRecord | undefined
  /** In byte order of their names. */
  listBuckets(): BucketRecord[]

  /** @throws StoreError NoSuchBucket, and whatever `body` throws */
  putObject(bucket: string, key: string, body: Body, metadata: ObjectMetadata): Promise<ObjectRecord>
  /** @throws StoreError NoSuchBucket, NoSuchKey */
  statObject(bucket: string, key: string): ObjectRecord
  /** @throws StoreError NoSuchBucket, NoSuchKey */
  openObject(bucket: string, key: string): Promise<OpenObject>
  /** Deleting what is not there succeeds and says `false`. @throws StoreError NoSuchBucket */
  deleteObject(bucket: string, key: string): Promise<boolean>
  /** A range scan that skips over common prefixes: costs the page, never the bucket. @throws StoreError NoSuchBucket */
  listObjects(bucket: string, query: ListQuery): ListPage

  /** @throws StoreError NoSuchBucket */
  createUpload(bucket: string, key: string, metadata: ObjectMetadata): Promise<UploadRecord>
  /** A part number sent again replaces the earlier part. @throws StoreError NoSuchUpload, and whatever `body` throws */
  putPart(bucket: string, key: string, uploadId: string, partNumber: number, body: Body): Promise<PartRecord>
  /** In order of part number. @throws StoreError NoSuchUpload */
  listParts(bucket: string, key: string, uploadId: string): PartRecord[]
  /**
   * Makes the named parts one object, in the order given; its ETag is S3's (MD5 of the part MD5s, '-', their count).
   * Parts that are not named are dropped. The caller has checked order, ETags and sizes against `listParts`.
   * @throws StoreError NoSuchUpload, InvalidPart
   */
  completeUpload(
    bucket: string,
    key: string,
    uploadId: string,
    parts: { partNumber: number; etag: string }[],
  ): Promise<ObjectRecord>
  /** @throws StoreError NoSuchUpload */
  abortUpload(bucket: string, key: string, uploadId: string): Promise<void>

  usage(): BucketUsage[]
  documents: DocumentStore
  /** Free and total bytes of the file system that holds the data. */
  capacity(): Promise<{ totalBytes: number; freeBytes: number }>
  /** Waits for what is under way, then closes index and files. */
  close(): Promise<void>
}

export type StoreErrorCode =
  | 'BucketExists'
  | 'NoSuchBucket'
  | 'BucketNotEmpty'
  | 'NoSuchKey'
  | 'NoSuchUpload'
  | 'InvalidPart'
  | 'KeyTooLong'
  /** The disk (or a quota on it) is full. Nothing was stored; reading goes on, and writing too once there is room. */
  | 'StorageFull'
  /** Disk or file system refused in another way, or stored bytes are missing; `cause` has the system's error. */
  | 'StorageFailed'
  /** Another process (or another store in this one) has the data folder open. */
  | 'DataFolderInUse'

/** An expected refusal of the store; the protocol heads translate the code to their own error documents. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
