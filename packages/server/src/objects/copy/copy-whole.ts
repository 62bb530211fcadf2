import {
  abortMultipartUpload,
  type CopySource,
  completeMultipartUpload,
  copyObject,
  createMultipartUpload,
  getObjectTags,
  headObject,
  type StorageClient,
  uploadPartCopy,
} from '@cooperage/storage-client'
import { type CompletedPart, MAX_PARTS, writeTaggingHeader } from '@cooperage/wire'
import { inParallel } from '../../shared/in-parallel.ts'
import { type ObjectSubject, withObjectErrors } from '../../shared/object-errors.ts'
import { etagOf } from '../object-headers.ts'
import { describing } from './describing.ts'
import { lockActions, lockHeaders } from './lock-headers.ts'
import { preservedHeaders } from './preserved-headers.ts'

const MIB = 1024 * 1024
const PARTS_AT_ONCE = 4

/** The limit of one S3 CopyObject; larger objects are copied in parts. Tests use a lower one. */
interface CopyLimits {
  atOnce: number
  part: number
}
const LIMITS: CopyLimits = { atOnce: 5 * 1024 * MIB, part: 512 * MIB }

export interface CopyTarget {
  bucket: string
  key: string
  /** Headers that describe the copy instead of those of the source. */
  metadata?: Record<string, string> | undefined
}

/** Copies one object of any size with its tags; `head` is its current state. Returns the new version, '' if unversioned. */
export async function copyWhole(
  storage: StorageClient,
  source: CopySource,
  head: Record<string, string>,
  target: CopyTarget,
  limits = LIMITS,
): Promise<string> {
  const isChange = source.bucket === target.bucket && source.key === target.key && target.metadata !== undefined
  const lock = isChange ? await lockHeaders(storage, source, head) : {}
  const more = { ...preservedHeaders(source, head, target), ...lock }
  const writing = {
    action: ['s3:PutObject', ...lockActions(lock)].join(' or '),
    bucket: target.bucket,
    key: target.key,
  }
  if (Number(head['content-length'] ?? 0) > limits.atOnce) {
    return await byParts(storage, source, head, target, { more, limits, writing })
  }
  return await withObjectErrors(writing, copyObject(storage, source, target, { metadata: target.metadata, more }))
}

async function byParts(
  storage: StorageClient,
  requested: CopySource,
  head: Record<string, string>,
  target: CopyTarget,
  { more, limits, writing }: { more: Record<string, string>; limits: CopyLimits; writing: ObjectSubject },
): Promise<string> {
  const { bucket, key } = target
  const size = Number(head['content-length'])
  // All parts must be of one version: if the object is overwritten during the copy, the copy fails.
  const source = {
    ...requested,
    versionId: requested.versionId ?? head['x-amz-version-id'],
    etag: requested.etag ?? etagOf(head),
  }
  const tags = await withObjectErrors(
    { ...source, action: 's3:GetObjectTagging' },
    getObjectTags(storage, source.bucket, source.key, source),
  )
  const { 'content-type': contentType = '', ...described } = target.metadata ?? describing(head)
  const tagging = Object.keys(tags).length > 0 && { 'x-amz-tagging': writeTaggingHeader(tags) }
  const headers = { ...described, ...more, ...tagging }
  const upload = await withObjectErrors(writing, createMultipartUpload(storage, bucket, key, contentType, headers))
  try {
    const partSize = Math.max(limits.part, Math.ceil(size / MAX_PARTS))
    const starts = Array.from({ length: Math.ceil(size / partSize) }, (_, index) => index * partSize)
    const parts: CompletedPart[] = []
    await inParallel(starts.entries(), PARTS_AT_ONCE, async ([index, first]) => {
      const range = { first, last: Math.min(first + partSize, size) - 1 }
      parts.push(await withObjectErrors(writing, uploadPartCopy(storage, upload, index + 1, source, range)))
    })
    parts.sort((a, b) => a.partNumber - b.partNumber)
    await withObjectErrors(writing, completeMultipartUpload(storage, upload, parts))
  } catch (error) {
    // If this fails too, the server aborts the upload eventually; the first error is the one to report.
    const { signal: _, ...unhurried } = storage
    await abortMultipartUpload(unhurried, upload).catch(() => {})
    throw error
  }
  const stored = await withObjectErrors({ ...writing, action: 's3:GetObject' }, headObject(storage, bucket, key))
  return stored['x-amz-version-id'] ?? ''
}
