import { createHash, type Hash, hash as hashOf } from 'node:crypto'
import { AppError, type ErrorCode, type Loss } from '@cooperage/contract'
import {
  abortMultipartUpload,
  type CopySource,
  completeMultipartUpload,
  createMultipartUpload,
  getObjectTags,
  headerText,
  headObject,
  IF_ABSENT,
  type MultipartUpload,
  putObject,
  putSmallObject,
  readObject,
  type StorageClient,
  StorageError,
  textOfHeader,
  uploadPart,
} from '@cooperage/storage-client'
import { type CompletedPart, MAX_PARTS, writeTaggingHeader } from '@cooperage/wire'
import { inParallel } from '../../shared/in-parallel.ts'
import { type ObjectSubject, toObjectError, withObjectErrors } from '../../shared/object-errors.ts'
import { etagOf } from '../object-headers.ts'
import { describing } from './describing.ts'

const MIB = 1024 * 1024
const PARTS_AT_ONCE = 4
const MIN_PART = 5 * MIB

/** Larger objects are sent in parts of this size, unless their ETag is the MD5 of all of it: the copy gets the same one. */
const PART = 64 * MIB
/** What S3 accepts in one request. */
const MAX_SINGLE = 5 * 1024 * MIB

/** A bucket of another storage server. */
export interface OtherTarget {
  storage: StorageClient
  /** What people call the server. */
  server: string
  bucket: string
  key: string
  /** Whether its bucket has object lock: then the copy gets the retention and the legal hold. */
  hasLock?: boolean
  /** Small objects are stored only if there is none of that name, by a server that honors the condition. */
  isAbsent?: boolean
}

type Head = Record<string, string>

/**
 * Copies one object of any size to another storage server, without keeping more of it than the pieces on their way. The bytes are
 * checked at both ends: before the copy is stored against the ETag of the source, where that is an MD5 or one of parts, by the
 * target or here, and afterwards against what the target has, by its ETags, or by reading it again where these are none. Returns
 * what the target didn't keep. `head` is the current state of the source, `content` all of its bytes, if they are at hand.
 * @throws AppError CopyDiffers, PreconditionFailed if the source has changed or the target isn’t absent, OtherServerUnreachable, and storage errors
 */
export async function streamWhole(
  storage: StorageClient,
  source: CopySource,
  head: Head,
  target: OtherTarget,
  content?: Buffer,
): Promise<Loss[]> {
  const tags = await tagsOf(storage, source, head)
  const described = sendable(describing(head))
  const { 'content-type': contentType = 'application/octet-stream', ...more } = described
  const from = {
    storage,
    source: { ...source, etag: source.etag ?? etagOf(head) },
    size: Number(head['content-length']),
    content,
  }
  const parts = await partsOf(from, head)
  const send = async (headers: Head) => {
    const what = { contentType, headers }
    if (parts === undefined) await sendAtOnce(from, head, target, what)
    else await sendInParts(from, head, target, { ...what, ...parts })
  }
  const lock = lockOf(head)
  const lost = new Set<Loss>(Object.keys(lock).length > 0 && !target.hasLock ? ['lock'] : [])
  const kept = { ...more, ...(target.hasLock && lock), ...(head[CLASS] === REDUCED && { [CLASS]: REDUCED }) }
  if (Object.keys(tags).length === 0) await send(kept)
  else {
    try {
      await send({ ...kept, 'x-amz-tagging': writeTaggingHeader(tags) })
    } catch (error) {
      if (!lacksTags(error)) throw error
      lost.add('tags')
      await send(kept)
    }
  }
  const isPlain = Object.keys(more).length === 0 && Object.keys(tags).length === 0
  if (isPlain && head[ENCRYPTION] === undefined && isUsualClass(head)) return [...lost]
  const stored = await atTarget(target, 's3:GetObject', headObject(target.storage, target.bucket, target.key))
  if (Object.keys(tags).length > 0 && Number(stored['x-amz-tagging-count'] ?? 0) === 0) lost.add('tags')
  if (Object.entries(described).some(([name, value]) => !isSameText(stored[name], value))) lost.add('metadata')
  if (head[ENCRYPTION] !== undefined && stored[ENCRYPTION] === undefined) lost.add('encryption')
  if (!isUsualClass(head) && stored[CLASS] !== head[CLASS]) lost.add('storageClass')
  return [...lost]
}

const ENCRYPTION = 'x-amz-server-side-encryption'
const CLASS = 'x-amz-storage-class'
const REDUCED = 'REDUCED_REDUNDANCY'

function isUsualClass(head: Head): boolean {
  return (head[CLASS] ?? 'STANDARD') === 'STANDARD'
}

const HOLD = 'x-amz-object-lock-legal-hold'
const MODE = 'x-amz-object-lock-mode'
const UNTIL = 'x-amz-object-lock-retain-until-date'

/** The lock of a version, in headers that are present only with permission to read it. An expired retention keeps nothing. */
export function lockOf(head: Head): Head {
  const until = head[UNTIL] ?? ''
  return {
    ...(head[HOLD] === 'ON' && { [HOLD]: 'ON' }),
    ...(Date.parse(until) > Date.now() && { [MODE]: head[MODE] ?? '', [UNTIL]: until }),
  }
}

export async function tagsOf(storage: StorageClient, { bucket, key, versionId }: CopySource, head: Head) {
  if (Number(head['x-amz-tagging-count'] ?? 0) === 0) return {}
  const reading = { action: 's3:GetObjectTagging', bucket, key }
  return await withObjectErrors(reading, getObjectTags(storage, bucket, key, { versionId }))
}

/** A server without tags, as Garage, refuses the header in one of these ways. */
const WITHOUT_TAGS = new Set(['NotImplemented', 'InvalidRequest', 'InvalidArgument'])

function lacksTags(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof StorageError && WITHOUT_TAGS.has(error.cause.code)
}

/** Headers that a server sent as they can be sent to another one. */
function sendable(headers: Head): Head {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (name.startsWith('x-amz-meta-')) return [name, headerText(textOfHeader(value))]
      // Characters beyond Latin-1 were UTF-8.
      return [name, /[^\0-\xff]/.test(value) ? Buffer.from(value).toString('latin1') : value]
    }),
  )
}

export function isSameText(stored: string | undefined, sent: string): boolean {
  return stored !== undefined && textOfHeader(stored).trim() === textOfHeader(sent).trim()
}

interface From {
  storage: StorageClient
  source: CopySource
  size: number
  /** All bytes, if they were read before. */
  content: Buffer | undefined
}

/** Bytes `first` to `last`. */
interface Range {
  first: number
  last: number
}

/** How an object is cut: undefined if it is sent at once. Parts of the source are kept, so that ETags stay equal. */
async function partsOf(
  { storage, source, size }: From,
  head: Head,
): Promise<{ ranges: Range[]; areTheirs: boolean } | undefined> {
  const cut = (partSize: number, areTheirs: boolean) => {
    const count = Math.ceil(size / partSize)
    const ranges = Array.from({ length: count }, (_, at) => ({
      first: at * partSize,
      last: Math.min((at + 1) * partSize, size) - 1,
    }))
    return { ranges, areTheirs }
  }
  const own = () => (size <= PART ? undefined : cut(Math.max(PART, Math.ceil(size / MAX_PARTS)), false))
  if (isDigest(etagOf(head))) return size <= MAX_SINGLE ? undefined : own()
  const count = Number(/^[0-9a-f]{32}-(\d{1,5})$/.exec(etagOf(head) ?? '')?.[1] ?? 0)
  if (count === 0 || size === 0) return own()
  const { bucket, key, versionId } = source
  const reading = { action: 's3:GetObject', bucket, key }
  const first = await withObjectErrors(reading, headObject(storage, bucket, key, { versionId, partNumber: 1 }))
  const length = Number(first['content-length'])
  const areTheirs = Math.ceil(size / length) === count && (count === 1 || length >= MIN_PART)
  return areTheirs ? cut(length, true) : own()
}

interface What {
  contentType: string
  headers: Head
}

async function sendAtOnce(from: From, head: Head, target: OtherTarget, { contentType, headers }: What): Promise<void> {
  const { storage, bucket, key } = target
  const md5 = isDigest(etagOf(head)) && head[ENCRYPTION] === undefined ? etagOf(head) : undefined
  if (from.content !== undefined) return await sendSmall(from, from.content, md5, target, { contentType, headers })
  // The target computes the MD5 anyway, and stores nothing that differs. Elsewhere the body has a checksum of what is sent.
  const isCheckedThere = md5 !== undefined && storage.endpoint.isPrivate
  const { body, digest } = await openSource(from, undefined, isCheckedThere ? {} : { isHashed: true, md5 })
  const sum = isCheckedThere && { 'content-md5': Buffer.from(md5, 'hex').toString('base64') }
  const putting = putObject(storage, bucket, key, body, contentType, { ...headers, ...sum })
  const etag = await storedAt(target, from.source.key, putting)
  const sent = isCheckedThere ? md5 : digest()
  if (etag !== sent && (await digestAt(target)) !== sent) throw new AppError('CopyDiffers', { key: from.source.key })
}

/** What was stored, unless the target got something else than what was sent. */
async function storedAt(target: OtherTarget, key: string, putting: Promise<string>): Promise<string> {
  return await atTarget(target, 's3:PutObject', putting).catch((error: unknown) => {
    throw isBadDigest(error) ? new AppError('CopyDiffers', { key }, { cause: error }) : error
  })
}

async function sendSmall(
  from: From,
  content: Buffer,
  md5: string | undefined,
  target: OtherTarget,
  { contentType, headers }: What,
): Promise<void> {
  const { storage, bucket, key, isAbsent } = target
  const sent = hashOf('md5', content, 'hex')
  const differs = () => new AppError('CopyDiffers', { key: from.source.key })
  if (content.length !== from.size || (md5 !== undefined && sent !== md5)) throw differs()
  const more = {
    'content-type': contentType,
    'content-md5': Buffer.from(sent, 'hex').toString('base64'),
    ...(isAbsent && IF_ABSENT),
  }
  const putting = putSmallObject(storage, bucket, key, content, { ...headers, ...more })
  const etag = await storedAt(target, from.source.key, putting)
  if (etag !== sent && (await digestAt(target)) !== sent) throw differs()
}

function isBadDigest(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof StorageError && error.cause.code === 'BadDigest'
}

async function sendInParts(
  from: From,
  head: Head,
  target: OtherTarget,
  { contentType, headers, ranges, areTheirs }: What & { ranges: readonly Range[]; areTheirs: boolean },
): Promise<void> {
  const { storage, bucket, key } = target
  const opening = createMultipartUpload(storage, bucket, key, contentType, headers)
  const upload = await atTarget(target, 's3:PutObject', opening)
  const parts: SentPart[] = []
  try {
    await inParallel(ranges.entries(), PARTS_AT_ONCE, async ([at, range]) => {
      parts.push(await sendPart(from, range, target, upload, at + 1))
    })
    parts.sort((a, b) => a.partNumber - b.partNumber)
    if (areTheirs && !isComposite(etagOf(head), parts)) await requireSame(from, parts)
    await atTarget(target, 's3:PutObject', completeMultipartUpload(storage, upload, parts))
  } catch (error) {
    // If this fails too, the server aborts the upload eventually; the first error is the one to report.
    const { signal: _, ...unhurried } = storage
    await abortMultipartUpload(unhurried, upload).catch(() => {})
    throw error
  }
  for (const { etag, sent, range } of parts) {
    if (etag === sent || (await digestAt(target, range)) === sent) continue
    throw new AppError('CopyDiffers', { key: from.source.key })
  }
}

interface SentPart extends CompletedPart {
  range: Range
  /** The MD5 of what was sent. */
  sent: string
}

async function sendPart(
  from: From,
  range: Range,
  target: OtherTarget,
  upload: MultipartUpload,
  partNumber: number,
): Promise<SentPart> {
  const { body, digest } = await openSource(from, range, { isHashed: true })
  const part = await atTarget(target, 's3:PutObject', uploadPart(target.storage, upload, partNumber, body))
  return { ...part, range, sent: digest() }
}

/** Whether an ETag is the one that S3 makes of the parts. */
function isComposite(etag: string | undefined, parts: readonly SentPart[]): boolean {
  const digests = Buffer.concat(parts.map(({ sent }) => Buffer.from(sent, 'hex')))
  return etag === `${createHash('md5').update(digests).digest('hex')}-${parts.length}`
}

/** For servers that make the ETags of parts in another way: reads the source again. @throws AppError CopyDiffers */
async function requireSame(from: From, parts: readonly SentPart[]): Promise<void> {
  for (const { range, sent } of parts) {
    const { body, digest } = await openSource(from, range, { isHashed: true })
    for await (const _ of body.bytes);
    if (digest() !== sent) throw new AppError('CopyDiffers', { key: from.source.key })
  }
}

/**
 * Opens the source, or a range of it. If it is hashed, `digest` is the MD5 of what was read, and the last bytes are passed on only
 * if that is `md5`.
 */
async function openSource(
  { storage, source, size: whole }: From,
  range: Range | undefined,
  { isHashed = false, md5 }: { isHashed?: boolean; md5?: string | undefined },
) {
  const { bucket, key, versionId, etag } = source
  const reading = { action: 's3:GetObject', bucket, key }
  const conditions = {
    ...(etag && { 'if-match': `"${etag}"` }),
    ...(range && { range: `bytes=${range.first}-${range.last}` }),
  }
  const stream = await withObjectErrors(reading, readObject(storage, bucket, key, { versionId, conditions }))
  const size = range === undefined ? whole : range.last - range.first + 1
  if (stream.size !== size) {
    stream.discard()
    throw new AppError('PreconditionFailed', { key })
  }
  const hash = isHashed ? createHash('md5') : undefined
  let sent: string | undefined
  const bytes = checked(stream.bytes, hash, reading, () => {
    sent = hash?.digest('hex')
    if (md5 !== undefined && sent !== md5) throw new AppError('CopyDiffers', { key })
  })
  return { body: { size, bytes }, digest: () => sent ?? '' }
}

/** Passes bytes on, the last of them after `onEnd`. Failures are those of the source. */
async function* checked(
  bytes: AsyncIterable<Buffer>,
  hash: Hash | undefined,
  reading: ObjectSubject,
  onEnd: () => void,
): AsyncGenerator<Buffer> {
  const pieces = bytes[Symbol.asyncIterator]()
  let last: Buffer | undefined
  try {
    for (;;) {
      const next = await withObjectErrors(reading, pieces.next())
      if (next.done) break
      hash?.update(next.value)
      if (last !== undefined) yield last
      last = next.value
    }
    onEnd()
    if (last !== undefined) yield last
  } finally {
    // The target may have refused the rest.
    await pieces.return?.()
  }
}

/** The MD5 of what the target has. */
async function digestAt(target: OtherTarget, range?: Range): Promise<string> {
  const { storage, bucket, key } = target
  const conditions = range && { range: `bytes=${range.first}-${range.last}` }
  const reading = readObject(storage, bucket, key, conditions && { conditions })
  const hash = createHash('md5')
  for await (const piece of (await atTarget(target, 's3:GetObject', reading)).bytes) hash.update(piece)
  return hash.digest('hex')
}

const SILENT = new Set<ErrorCode>(['StorageUnreachable', 'StorageTimeout', 'StorageUnreadable'])

/** Larger objects aren't kept in memory. */
const SMALL = 64 * 1024

/** The present state of a source. */
export interface ReadSource {
  head: Head
  /** All of its bytes, if they were read with the headers. */
  content?: Buffer
}

/** Whether {@link readSmallSource} is for an object that is listed so: one that is copied at once. */
export function isSmallSource({ size, etag }: { size: number; etag: string }): boolean {
  return size <= SMALL && isDigest(etag)
}

/** Headers and bytes by one request; without the bytes if it has become larger. @throws AppError NoSuchKey, AccessDenied, and storage errors */
export async function readSmallSource(storage: StorageClient, source: CopySource): Promise<ReadSource> {
  const { bucket, key, versionId } = source
  const reading = { action: versionId ? 's3:GetObjectVersion' : 's3:GetObject', bucket, key }
  const stream = await withObjectErrors(reading, readObject(storage, bucket, key, { versionId }))
  if (stream.size > SMALL) {
    stream.discard()
    return { head: stream.headers() }
  }
  const pieces = await withObjectErrors(reading, Array.fromAsync(stream.bytes))
  return { head: stream.headers(), content: Buffer.concat(pieces) }
}

/** Runs a call to the other server: whoever reads that a server can't be reached has to know which one. */
export async function atTarget<T>(
  { server, bucket, key }: Omit<OtherTarget, 'storage'>,
  action: string,
  call: Promise<T>,
): Promise<T> {
  try {
    return await call
  } catch (error) {
    // Others are those of the source, whose bytes the call sends.
    if (!(error instanceof StorageError)) throw error
    const known = toObjectError(error, { action, bucket, key })
    throw SILENT.has(known.code) ? new AppError('OtherServerUnreachable', { server }, { cause: error }) : known
  }
}

function isDigest(etag = ''): boolean {
  return /^[0-9a-f]{32}$/.test(etag)
}
