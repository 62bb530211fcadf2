import { type ListedMetadata, writeTaggingHeader } from '@cooperage/wire'
import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { lockHeaders } from './locking/lock-headers.ts'
import { USER_PREFIX } from './metadata.ts'
import { existingTags } from './tag-conditions.ts'

/** Metadata of a listing entry for `metadata=true`: what the caller may read of the object and its tags. */
export function listedMetadata(call: S3Call, record: ObjectRecord): ListedMetadata {
  const { bucket, allows } = call
  const { key, tags } = record
  const context = existingTags(record)
  return {
    ...(allows('s3:GetObject', bucket, key, context)
      ? { headers: { ...headersOf(record), ...lockHeaders(call, record) } }
      : {}),
    // Encodes spaces as %20, as in paths.
    ...(allows('s3:GetObjectTagging', bucket, key, context)
      ? { tags: writeTaggingHeader(tags).replaceAll('+', '%20') }
      : {}),
  }
}

/** MinIO lists all stored headers except `expires`. Header values have one character per byte, documents are text. */
function headersOf({ metadata, encryption }: ObjectRecord): Record<string, string> {
  const { expires: _, ...headers } = metadata.headers
  const user = Object.entries(metadata.user).map(([name, value]) => [
    USER_PREFIX + name,
    Buffer.from(value, 'latin1').toString(),
  ])
  const encrypted = encryption === undefined ? {} : { 'X-Amz-Server-Side-Encryption': encryption }
  return { ...encrypted, 'content-type': metadata.contentType, ...headers, ...Object.fromEntries(user) }
}
