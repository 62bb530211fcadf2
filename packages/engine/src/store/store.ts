/**
 * What the protocol heads (s3, sts, admin) may ask of durable storage. A promise that resolves means: it survives power
 * loss. A promise that rejects means: nothing of it is visible, now or after a restart.
 */

/** `Off` until it is first enabled, which it can never be again: then it can only be suspended. */
export type Versioning = 'Off' | 'Enabled' | 'Suspended'

/** One bucket as the index keeps it. `createdAt` in milliseconds since the epoch. */
export interface BucketRecord {
  name: string
  createdAt: number
  versioning: Versioning
  /** Present: versions can be locked, and versioning stays enabled. Chosen when the bucket is made. */
  lock?: BucketLock
}

export interface BucketLock {
  /** Of new versions that do not bring a retention of their own. */
  defaultRetention?: { mode: Retention['mode']; unit: 'Days' | 'Years'; count: number }
}

/** Until that time (milliseconds since the epoch) the version stays. Governance gives way to who may bypass it. */
export interface Retention {
  mode: 'GOVERNANCE' | 'COMPLIANCE'
  until: number
}

/** What keeps a version from being removed; a hold that is false was once set, and holds nothing. */
export interface ObjectLock {
  retention?: Retention
  legalHold?: boolean
}

/** Asked in the commit where nothing but governance keeps that version as it is; throws to refuse. */
export type GovernanceBypass = (locked: ObjectRecord) => void

/** What a client sent along with an object and gets back unchanged on GET and HEAD. */
export interface ObjectMetadata {
  contentType: string
  /** Lower-case standard headers kept with the object: cache-control, content-disposition, content-encoding, content-language, expires; and x-amz-storage-class. */
  headers: Record<string, string>
  /** User metadata by lower-case name, without the `x-amz-meta-` prefix. */
  user: Record<string, string>
}

/** The id of the version that is written while versioning is off or suspended. At most one version of a key has it. */
export const NULL_VERSION = 'null'

/**
 * Checksums that the client asked to be kept, in base64 by algorithm in lower case (`crc32`, …); of a multipart object
 * made from those of its parts, `COMPOSITE`, unless they are of the whole.
 */
export interface ObjectChecksums {
  values: Record<string, string>
  type: 'FULL_OBJECT' | 'COMPOSITE'
}

/** How bytes are encrypted at rest, by the name that S3 gives it; absent: they are not. */
export type Encryption = 'AES256'

/** One version of an object. `etag` without quotes, `lastModified` in milliseconds since the epoch, `size` in bytes. */
export interface ObjectRecord {
  bucket: string
  key: string
  /** A UUID, or `NULL_VERSION`. Of two versions of a key the later one has the greater UUID. */
  versionId: string
  isLatest: boolean
  /** Says that the object was deleted: it has a version id and a time, no bytes, and the other fields are empty. */
  isDeleteMarker: boolean
  size: number
  etag: string
  lastModified: number
  metadata: ObjectMetadata
  tags: Record<string, string>
  lock?: ObjectLock
  checksums?: ObjectChecksums
  encryption?: Encryption
  /** Of the multipart upload that became this version. */
  uploadId?: string
}

/** An opened object: its bytes stay readable until `close`, whatever is deleted or overwritten meanwhile. */
export interface OpenObject {
  record: ObjectRecord
  /**
   * The bytes from `start` to `end`, both inclusive; the whole object without a range. May be called once. With
   * `reuse` a piece may be overwritten as soon as the next is asked for: who passes the bytes on saves their memory.
   */
  read(range?: { start: number; end: number }, options?: { reuse?: boolean }): AsyncIterable<Uint8Array>
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

export interface ListVersionsQuery {
  prefix: string
  delimiter?: string
  /** Entries after this version of this key; without `versionId` after all versions of the key, or this common prefix. */
  after?: { key: string; versionId?: string }
  /** Versions, delete markers and common prefixes together, 0 to 1000. */
  limit: number
}

/** By key in byte order, then the latest version first. */
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
  /** Of the object to be; retention that is the bucket's counts from the beginning of the upload. */
  lock?: ObjectLock
  /** What parts must be sent with and the object will have, when the upload was begun so. */
  checksum?: { algorithm: string; type: ObjectChecksums['type'] }
  /** Of the parts, and so of the object. */
  encryption?: Encryption
}

export interface ListUploadsQuery {
  prefix: string
  delimiter?: string
  /** Entries after this upload of this key; without `uploadId` after all uploads of the key, or this common prefix. */
  after?: { key: string; uploadId?: string }
  limit: number
}

/** By key, then by upload id, which is the order in which they were begun. */
export interface ListUploadsPage {
  entries: ({ kind: 'upload'; record: UploadRecord } | { kind: 'prefix'; prefix: string })[]
  next?: { key: string; uploadId?: string }
}

export interface PartRecord {
  partNumber: number
  size: number
  etag: string
  lastModified: number
  /** Of the part, by algorithm, in base64. */
  checksums: Record<string, string>
}

/**
 * Figures kept up to date with every write, so that asking is cheap, and counted as MinIO's scanner counts: `objects` are
 * keys with any version, also where the latest is a delete marker; `versions` include delete markers, and are none in a
 * bucket that was never versioned; `bytes` are those of all versions. The histograms count keys by the classes of the admin
 * API: by the bytes of all their versions, and by the number of these, delete markers included.
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

/** Decides in the commit itself whether a write may happen; throws to refuse. `current` is the latest version, if any. */
export type Precondition = (current: ObjectRecord | undefined) => void

export interface PutOptions {
  metadata: ObjectMetadata
  tags?: Record<string, string>
  /** Retention that is not asked for is the bucket's. */
  lock?: ObjectLock
  /** Asked when the whole body has passed: those in a trailer are known only then. */
  checksums?: () => ObjectChecksums | undefined
  encryption?: Encryption
  precondition?: Precondition
}

export interface CopyOptions {
  /** Absent: those of the source. */
  metadata?: ObjectMetadata
  tags?: Record<string, string>
  /** Never that of the source; otherwise as in `PutOptions`. */
  lock?: ObjectLock
  /** Absent: those of the source. */
  checksums?: ObjectChecksums
  /** Absent: that of the source. */
  etag?: string
  precondition?: Precondition
}

export interface DeleteObjectOptions {
  versionId?: string
  /**
   * Where a delete marker is the latest version already: whether another is made. MinIO makes one for `DeleteObjects` and
   * leaves it at the one for `DeleteObject`.
   */
  repeatMarker?: boolean
  /** Absent: governance holds. */
  bypassGovernance?: GovernanceBypass
  precondition?: Precondition
  /** Like `precondition`, but given the version that is to be deleted, which is not the latest where `versionId` names another. */
  targetCondition?: Precondition
}

/** What a delete did. `versionId` of the version that is gone, or of the delete marker that was made (or was the latest already). */
export interface DeleteOutcome {
  /** False when there was nothing to delete: nothing at all, or a delete marker already. Then nothing has changed. */
  found: boolean
  versionId?: string
  isDeleteMarker: boolean
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
  /** @throws StoreError StorageFull */
  put(space: string, id: string, value: unknown, room?: DocumentRoom): Promise<void>
  delete(space: string, id: string): Promise<void>
  /** All of the changes or none of them. @throws StoreError StorageFull, unless all of them are removals */
  change(changes: readonly DocumentChange[], room?: DocumentRoom): Promise<void>
  list(space: string): { id: string; value: unknown }[]
  /** In byte order, without their values. */
  ids(space: string): string[]
}

/**
 * What a document may use on a full disk: `reserve` is for what lets somebody in to make room (credentials of a session),
 * `ballast` for what takes a right away. Without either it is refused.
 */
export type DocumentRoom = 'reserve' | 'ballast'

/** `value` undefined removes the document. */
export interface DocumentChange {
  space: string
  id: string
  value: unknown
}

/** Throws `StoreError` for every expected refusal. A `versionId` left out means the latest version. */
export interface Store {
  /** With `lock` its versions can be locked, for good. @throws StoreError BucketExists */
  createBucket(name: string, options?: { lock?: boolean }): Promise<BucketRecord>
  /** @throws StoreError NoSuchBucket, BucketNotEmpty (versions and delete markers too; unfinished uploads do not count and are removed) */
  deleteBucket(name: string): Promise<void>
  getBucket(name: string): BucketRecord | undefined
  /** In byte order of their names. */
  listBuckets(): BucketRecord[]
  /** @throws StoreError NoSuchBucket, LockingOn (where versions can be locked, versioning stays enabled) */
  setVersioning(bucket: string, versioning: 'Enabled' | 'Suspended'): Promise<void>
  /** For versions that are made from now on. @throws StoreError NoSuchBucket, LockingOff */
  setBucketLock(bucket: string, lock: BucketLock): Promise<void>
  /**
   * A document that goes with the bucket (its policy, CORS, tags, notifications), by name, as text; undefined removes it.
   * @throws StoreError NoSuchBucket
   */
  setBucketDocument(bucket: string, name: string, document: string | undefined): Promise<void>
  /** @throws StoreError NoSuchBucket */
  getBucketDocument(bucket: string, name: string): { text: string; updatedAt: number } | undefined

  /** @throws StoreError NoSuchBucket, and whatever `body` or `precondition` throws */
  putObject(bucket: string, key: string, body: Body, options: PutOptions): Promise<ObjectRecord>
  /**
   * Another object, or another version of the same, with the same bytes, which are shared on disk, not written again:
   * encrypted or not, as they are.
   * @throws StoreError NoSuchBucket, NoSuchKey, NoSuchVersion (also for a delete marker), and whatever `precondition` throws
   */
  copyObject(
    source: { bucket: string; key: string; versionId?: string },
    bucket: string,
    key: string,
    options: CopyOptions,
  ): Promise<ObjectRecord>
  /** May be a delete marker. @throws StoreError NoSuchBucket, NoSuchKey (nothing at all is there), NoSuchVersion */
  statObject(bucket: string, key: string, versionId?: string): ObjectRecord
  /** Of a delete marker there is the record, and nothing to read. @throws StoreError NoSuchBucket, NoSuchKey, NoSuchVersion */
  openObject(bucket: string, key: string, versionId?: string): Promise<OpenObject>
  /** The parts that it was uploaded in, in order; none for an object that was not. @throws StoreError as `statObject` */
  partsOfObject(bucket: string, key: string, versionId?: string): PartRecord[]
  /** The version stays as it is otherwise. @throws StoreError NoSuchBucket, NoSuchKey, NoSuchVersion (also for a delete marker) */
  setObjectTags(
    bucket: string,
    key: string,
    versionId: string | undefined,
    tags: Record<string, string>,
  ): Promise<ObjectRecord>
  /**
   * Undefined takes the retention off. Longer is allowed to everybody, less only to who bypasses governance.
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
   * Without `versionId` as the bucket's versioning has it: the object goes, or a delete marker becomes the latest version
   * (of a key without any version nothing is made).
   * With one, that version goes for good. Deleting what is not there succeeds and says so.
   * @throws StoreError NoSuchBucket, ObjectLocked, and whatever `precondition` or `bypassGovernance` throws
   */
  deleteObject(bucket: string, key: string, options?: DeleteObjectOptions): Promise<DeleteOutcome>
  /** A range scan that skips over common prefixes: costs the page, never the bucket. @throws StoreError NoSuchBucket */
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
   * A part number sent again replaces the earlier part. `checksums` is asked when the body has passed.
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
  /** In order of part number. @throws StoreError NoSuchUpload */
  listParts(bucket: string, key: string, uploadId: string): PartRecord[]
  /**
   * Makes the named parts one object, in the order given; its ETag is S3's (MD5 of the part MD5s, '-', their count).
   * Parts that are not named are dropped. The caller has checked order, ETags and sizes against `listParts`.
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
  /** Aborts uploads begun before that time (milliseconds since the epoch) to which no part came since; returns how many. */
  abortUploadsBefore(time: number): Promise<number>

  /** Makes sure that something can be encrypted. @throws StoreError EncryptionKeyMissing */
  readyToEncrypt(): Promise<void>

  /**
   * Whether that many bytes more may come, to be asked before a body is read; every write is asked again in its commit.
   * @throws StoreError QuotaExceeded
   */
  checkQuota(bucket: string, bytes: number): void
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
  | 'NoSuchVersion'
  | 'NoSuchUpload'
  | 'InvalidPart'
  | 'KeyTooLong'
  /** A version is kept by its retention or a legal hold. */
  | 'ObjectLocked'
  /** The bucket was made without locks, or with them. */
  | 'LockingOff'
  | 'LockingOn'
  /** The disk (or a quota on it) is full. Nothing was stored; reading goes on, and writing too once there is room. */
  | 'StorageFull'
  /** The bucket would hold more than its quota. */
  | 'QuotaExceeded'
  /** Disk or file system refused in another way, or stored bytes are missing; `cause` has the system's error. */
  | 'StorageFailed'
  /** Stored bytes are not those that were written; the object is named and nothing of the damaged part is given out. */
  | 'ObjectDamaged'
  /** The master key of encrypted bytes is not there, so that they cannot be read, and nothing can be encrypted. */
  | 'EncryptionKeyMissing'
  /** Another process (or another store in this one) has the data folder open. */
  | 'DataFolderInUse'
  /** The data folder was written by another version of this software, in another format. Nothing in it was touched. */
  | 'DataFolderFormat'

/** An expected refusal of the store; the protocol heads translate the code to their own error documents. */
export class StoreError extends Error {
  override name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
