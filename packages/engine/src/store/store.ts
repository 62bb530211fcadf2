/**
 * The interface of durable storage. When a promise resolves, its effect survives power loss. When it rejects, none of its
 * effect is visible, now or after a restart.
 */

/** `Off` until versioning is first enabled. After that it can only be suspended, never turned off. */
export type Versioning = 'Off' | 'Enabled' | 'Suspended'

/** A bucket as stored in the index. `createdAt` is in milliseconds since the epoch. */
export interface BucketRecord {
  name: string
  createdAt: number
  versioning: Versioning
  /** Present when object lock is enabled, which also keeps versioning enabled. Chosen when the bucket is created. */
  lock?: BucketLock
}

export interface BucketLock {
  /** Applies to new versions without their own retention. */
  defaultRetention?: { mode: Retention['mode']; unit: 'Days' | 'Years'; count: number }
}

/** Keeps the version until `until` (milliseconds since the epoch). Governance mode can be bypassed with permission. */
export interface Retention {
  mode: 'GOVERNANCE' | 'COMPLIANCE'
  until: number
}

/** Prevents the removal of a version. A `legalHold` of false was set once and is off. */
export interface ObjectLock {
  retention?: Retention
  legalHold?: boolean
}

/** Called in the commit when only governance mode protects the version. Throws to refuse the bypass. */
export type GovernanceBypass = (locked: ObjectRecord) => void

/** Client-supplied metadata, returned unchanged by GET and HEAD. */
export interface ObjectMetadata {
  contentType: string
  /** Standard headers stored with the object, in lower case: cache-control, content-disposition, content-encoding, content-language, expires; and x-amz-storage-class. */
  headers: Record<string, string>
  /** User metadata by lower-case name, without the `x-amz-meta-` prefix. */
  user: Record<string, string>
}

/** Version id of writes while versioning is off or suspended. At most one version of a key has it. */
export const NULL_VERSION = 'null'

/**
 * Checksums that the client asked to store, in base64 by lower-case algorithm name (`crc32`, …). Those of a multipart
 * object are `COMPOSITE`, computed from the checksums of its parts, unless they cover the full object.
 */
export interface ObjectChecksums {
  values: Record<string, string>
  type: 'FULL_OBJECT' | 'COMPOSITE'
}

/** Encryption at rest, by its S3 name. Absent for unencrypted bytes. */
export type Encryption = 'AES256'

/** A version of an object. `etag` has no quotes, `lastModified` is in milliseconds since the epoch, `size` in bytes. */
export interface ObjectRecord {
  bucket: string
  key: string
  /** A UUID, or `NULL_VERSION`. The UUIDs of a key's versions ascend in the order of creation. */
  versionId: string
  isLatest: boolean
  /** A delete marker has a version id and a time but no bytes, and its other fields are empty. */
  isDeleteMarker: boolean
  size: number
  etag: string
  lastModified: number
  metadata: ObjectMetadata
  tags: Record<string, string>
  lock?: ObjectLock
  checksums?: ObjectChecksums
  encryption?: Encryption
  /** The multipart upload that created this version. */
  uploadId?: string
}

/** An open object. Its bytes stay readable until `close`, even if the object is deleted or overwritten. */
export interface OpenObject {
  record: ObjectRecord
  /**
   * The bytes from `start` to `end`, both inclusive, or the whole object without a range. Can be called once. With
   * `reuse` a chunk may be overwritten when the next one is requested, which saves memory for callers that forward bytes.
   */
  read(range?: { start: number; end: number }, options?: { reuse?: boolean }): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export interface ListQuery {
  prefix: string
  /** Any non-empty string. Without one every key is listed. */
  delimiter?: string
  /** Entries strictly after this key or common prefix (S3 `start-after` and continuation alike). */
  after?: string
  /** Maximum number of objects and common prefixes together, 0 to 1000. */
  limit: number
}

export type ListEntry = { kind: 'object'; record: ObjectRecord } | { kind: 'prefix'; prefix: string }

export interface ListPage {
  entries: ListEntry[]
  /** The `after` value of the next page. Absent on the last page. */
  next?: string
}

export interface ListVersionsQuery {
  prefix: string
  delimiter?: string
  /** Entries after this version of the key. Without `versionId`: after all its versions, or after this common prefix. */
  after?: { key: string; versionId?: string }
  /** Maximum number of versions, delete markers and common prefixes together, 0 to 1000. */
  limit: number
}

/** Ordered by key in byte order, then newest version first. */
export interface ListVersionsPage {
  entries: ListEntry[]
  next?: { key: string; versionId?: string }
}

export interface UploadRecord {
  bucket: string
  key: string
  uploadId: string
  startedAt: number
  metadata: ObjectMetadata
  tags: Record<string, string>
  /** The lock requested for the object. A default retention of the bucket applies at completion. */
  lock?: ObjectLock
  /** The checksum that every part must carry and the object will have. */
  checksum?: { algorithm: string; type: ObjectChecksums['type'] }
  /** Encryption of the parts and the object. */
  encryption?: Encryption
}

export interface ListUploadsQuery {
  prefix: string
  delimiter?: string
  /** Entries after this upload of the key. Without `uploadId`: after all its uploads, or after this common prefix. */
  after?: { key: string; uploadId?: string }
  limit: number
}

/** Ordered by key, then by upload id, which is the order of initiation. */
export interface ListUploadsPage {
  entries: ({ kind: 'upload'; record: UploadRecord } | { kind: 'prefix'; prefix: string })[]
  next?: { key: string; uploadId?: string }
}

export interface PartRecord {
  partNumber: number
  size: number
  etag: string
  lastModified: number
  /** Checksums of the part in base64, by algorithm. */
  checksums: Record<string, string>
}

/**
 * Usage counters, updated by every write so that reading them is cheap. They count like MinIO's scanner: `objects` are
 * keys with any version, even if the latest is a delete marker; `versions` include delete markers and are 0 in a bucket
 * that was never versioned; `bytes` cover all versions. The histograms count keys by the ranges of the admin API: by the
 * bytes of all their versions, and by the number of versions including delete markers.
 */
export interface BucketUsage {
  bucket: string
  objects: number
  versions: number
  deleteMarkers: number
  bytes: number
  sizeHistogram: Record<string, number>
  versionsHistogram: Record<string, number>
}

/** Evaluated inside the commit of a write; throws to refuse it. `current` is the latest version, if any. */
export type Precondition = (current: ObjectRecord | undefined) => void

export interface PutOptions {
  metadata: ObjectMetadata
  tags?: Record<string, string>
  /** Without a retention the bucket's default applies. */
  lock?: ObjectLock
  /** Called at the end of the body, when the checksums of a trailer are known. */
  checksums?: () => ObjectChecksums | undefined
  encryption?: Encryption
  precondition?: Precondition
}

export interface CopyOptions {
  /** Default: the source's. */
  metadata?: ObjectMetadata
  tags?: Record<string, string>
  /** As in `PutOptions`; never copied from the source. */
  lock?: ObjectLock
  /** Default: the source's. */
  checksums?: ObjectChecksums
  /** Default: the source's. */
  etag?: string
  precondition?: Precondition
}

export interface DeleteObjectOptions {
  versionId?: string
  /**
   * Whether to create another delete marker on top of one. Like MinIO, DeleteObjects creates it and DeleteObject doesn't.
   */
  repeatMarker?: boolean
  /** Absent: governance mode isn't bypassed. */
  bypassGovernance?: GovernanceBypass
  precondition?: Precondition
  /** Like `precondition`, but receives the version to delete, which isn't the latest if `versionId` names another. */
  targetCondition?: Precondition
}

/** The result of a delete. `versionId` names the removed version, or the delete marker that is now the latest version. */
export interface DeleteOutcome {
  /** False when nothing changed: the object didn't exist or was already deleted. */
  found: boolean
  versionId?: string
  isDeleteMarker: boolean
}

/**
 * The incoming body of an object. If the iterable throws (checksum mismatch, client disconnect), nothing is stored. A chunk
 * need only be valid until the next one is requested.
 */
export type Body = AsyncIterable<Uint8Array>

/**
 * Small durable JSON documents (revoked credentials, settings), by namespace and id. They share the index and the group
 * commit of the objects.
 */
export interface DocumentStore {
  get(space: string, id: string): unknown
  /** @throws StoreError StorageFull */
  put(space: string, id: string, value: unknown, room?: DocumentRoom): Promise<void>
  delete(space: string, id: string): Promise<void>
  /** Atomic. @throws StoreError StorageFull, unless all changes are removals */
  change(changes: readonly DocumentChange[], room?: DocumentRoom): Promise<void>
  list(space: string): { id: string; value: unknown }[]
  /** The ids in byte order. */
  ids(space: string): string[]
}

/**
 * Space that a document may use on a full disk: `reserve` lets an administrator sign in to free space (session
 * credentials), `ballast` lets permissions be revoked. Without either the write is refused.
 */
export type DocumentRoom = 'reserve' | 'ballast'

/** An undefined `value` removes the document. */
export interface DocumentChange {
  space: string
  id: string
  value: unknown
}

/** Expected failures are `StoreError`s. Without a `versionId` the latest version is meant. */
export interface Store {
  /** `lock` enables object lock permanently. @throws StoreError BucketExists */
  createBucket(name: string, options?: { lock?: boolean }): Promise<BucketRecord>
  /** @throws StoreError NoSuchBucket, BucketNotEmpty (versions and delete markers count; incomplete uploads don't and are removed) */
  deleteBucket(name: string): Promise<void>
  getBucket(name: string): BucketRecord | undefined
  /** Ordered by name in byte order. */
  listBuckets(): BucketRecord[]
  /** @throws StoreError NoSuchBucket, LockingOn (object lock requires versioning) */
  setVersioning(bucket: string, versioning: 'Enabled' | 'Suspended'): Promise<void>
  /** Applies to versions created from now on. @throws StoreError NoSuchBucket, LockingOff */
  setBucketLock(bucket: string, lock: BucketLock): Promise<void>
  /**
   * Sets a named document of the bucket (policy, CORS, tags, notifications) as text; undefined removes it.
   * @throws StoreError NoSuchBucket
   */
  setBucketDocument(bucket: string, name: string, document: string | undefined): Promise<void>
  /** @throws StoreError NoSuchBucket */
  getBucketDocument(bucket: string, name: string): { text: string; updatedAt: number } | undefined

  /** @throws StoreError NoSuchBucket, and whatever `body` or `precondition` throws */
  putObject(bucket: string, key: string, body: Body, options: PutOptions): Promise<ObjectRecord>
  /**
   * Creates an object, or a version of the same object, that shares the stored bytes of the source, encrypted or not.
   * @throws StoreError NoSuchBucket, NoSuchKey, NoSuchVersion (also for a delete marker), and whatever `precondition` throws
   */
  copyObject(
    source: { bucket: string; key: string; versionId?: string },
    bucket: string,
    key: string,
    options: CopyOptions,
  ): Promise<ObjectRecord>
  /** May return a delete marker. @throws StoreError NoSuchBucket, NoSuchKey (no version exists), NoSuchVersion */
  statObject(bucket: string, key: string, versionId?: string): ObjectRecord
  /** A delete marker has no bytes to read. @throws StoreError NoSuchBucket, NoSuchKey, NoSuchVersion */
  openObject(bucket: string, key: string, versionId?: string): Promise<OpenObject>
  /** The parts of a multipart object in order; empty for others. @throws StoreError as `statObject` */
  partsOfObject(bucket: string, key: string, versionId?: string): PartRecord[]
  /** Changes nothing else about the version. @throws StoreError NoSuchBucket, NoSuchKey, NoSuchVersion (also for a delete marker) */
  setObjectTags(
    bucket: string,
    key: string,
    versionId: string | undefined,
    tags: Record<string, string>,
  ): Promise<ObjectRecord>
  /**
   * Undefined removes the retention. Anyone can extend it; only a governance bypass can shorten or remove it.
   * @throws StoreError as `setObjectTags`, LockingOff, ObjectLocked, and whatever `bypassGovernance` throws
   */
  setRetention(
    bucket: string,
    key: string,
    versionId: string | undefined,
    retention: Retention | undefined,
    options?: { bypassGovernance?: GovernanceBypass },
  ): Promise<ObjectRecord>
  /** @throws StoreError as `setObjectTags`, LockingOff */
  setLegalHold(bucket: string, key: string, versionId: string | undefined, isOn: boolean): Promise<ObjectRecord>
  /**
   * Without `versionId` the bucket's versioning decides: the object is removed, or a delete marker becomes the latest
   * version (unless the key has no versions). With one, that version is removed permanently. Deleting what doesn't exist
   * succeeds with `found` false.
   * @throws StoreError NoSuchBucket, ObjectLocked, and whatever `precondition` or `bypassGovernance` throws
   */
  deleteObject(bucket: string, key: string, options?: DeleteObjectOptions): Promise<DeleteOutcome>
  /** A range scan that skips common prefixes, so the cost depends on the page, not the bucket. @throws StoreError NoSuchBucket */
  listObjects(bucket: string, query: ListQuery): ListPage
  /** Likewise. @throws StoreError NoSuchBucket */
  listVersions(bucket: string, query: ListVersionsQuery): ListVersionsPage

  /** @throws StoreError NoSuchBucket */
  createUpload(
    bucket: string,
    key: string,
    options: Pick<UploadRecord, 'metadata' | 'tags' | 'lock' | 'checksum' | 'encryption'>,
  ): Promise<UploadRecord>
  /** @throws StoreError NoSuchUpload */
  getUpload(bucket: string, key: string, uploadId: string): UploadRecord
  /** @throws StoreError NoSuchBucket */
  listUploads(bucket: string, query: ListUploadsQuery): ListUploadsPage
  /**
   * Replaces an earlier part of the same number. `checksums` is called at the end of the body.
   * @throws StoreError NoSuchUpload, and whatever `body` throws
   */
  putPart(
    bucket: string,
    key: string,
    uploadId: string,
    partNumber: number,
    body: Body,
    options?: { checksums?: () => Record<string, string> },
  ): Promise<PartRecord>
  /** Ordered by part number. @throws StoreError NoSuchUpload */
  listParts(bucket: string, key: string, uploadId: string): PartRecord[]
  /**
   * Combines the named parts, in the given order, into an object with S3's multipart ETag (MD5 of the part MD5s, '-',
   * their count). Other parts are dropped. The caller has checked order, ETags and sizes against `listParts`.
   * @throws StoreError NoSuchUpload, InvalidPart, and whatever `precondition` throws
   */
  completeUpload(
    bucket: string,
    key: string,
    uploadId: string,
    parts: { partNumber: number; etag: string }[],
    options?: { checksums?: ObjectChecksums; precondition?: Precondition },
  ): Promise<ObjectRecord>
  /** @throws StoreError NoSuchUpload */
  abortUpload(bucket: string, key: string, uploadId: string): Promise<void>
  /** Aborts uploads that started, and received their last part, before `time` (milliseconds since the epoch). Returns their number. */
  abortUploadsBefore(time: number): Promise<number>

  /** Ensures that a master key is available for encryption. @throws StoreError EncryptionKeyMissing */
  readyToEncrypt(): Promise<void>

  /**
   * Checks whether `bytes` more fit the quota, before a body is read. Every write is checked again in its commit.
   * @throws StoreError QuotaExceeded
   */
  checkQuota(bucket: string, bytes: number): void
  usage(): BucketUsage[]
  documents: DocumentStore
  /** Free and total bytes of the file system of the data folder. */
  capacity(): Promise<{ totalBytes: number; freeBytes: number }>
  /** Waits for running operations, then closes index and files. */
  close(): Promise<void>
}

export type StoreErrorCode =
  | 'BucketExists'
  | 'NoSuchBucket'
  | 'BucketNotEmpty'
  | 'NoSuchKey'
  | 'NoSuchVersion'
  | 'NoSuchUpload'
  | 'InvalidPart'
  | 'KeyTooLong'
  /** The version is protected by a retention or a legal hold. */
  | 'ObjectLocked'
  /** The bucket was created without object lock, or with it. */
  | 'LockingOff'
  | 'LockingOn'
  /** The disk (or a quota on it) is full. Nothing was stored. Reads continue to work, and writes once space is freed. */
  | 'StorageFull'
  /** The write would exceed the bucket's quota. */
  | 'QuotaExceeded'
  /** Another disk or file system error, or stored bytes are missing; `cause` has the system's error. */
  | 'StorageFailed'
  /** Stored bytes fail their checksum. The message names the object; no damaged bytes are returned. */
  | 'ObjectDamaged'
  /** A master key is missing, so encrypted bytes can't be read and nothing can be encrypted. */
  | 'EncryptionKeyMissing'
  /** Another process (or another store in this one) has the data folder open. */
  | 'DataFolderInUse'
  /** Another version of this software wrote the data folder in another format. Nothing in it was changed. */
  | 'DataFolderFormat'

/** An expected failure of the store. Protocol handlers translate the code to their own error documents. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
