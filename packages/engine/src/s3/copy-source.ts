/** The source of a copy and the conditions on it. */
import type { IncomingHttpHeaders } from 'node:http'
import { readCopySource } from '@cooperage/wire'
import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { matchesEtag, parseDate } from './conditions.ts'
import { s3Error } from './errors.ts'
import { checkBucketName, isObjectName } from './names.ts'
import { identityHeaders } from './object-headers.ts'
import { existingTags } from './tag-conditions.ts'
import { canonicalVersion, isVersionId, markerHeaders, rejectDeleteMarker, rejectEmptyVersion } from './versions.ts'

export interface CopySource {
  bucket: string
  key: string
  /** As requested; absent for the latest version. */
  versionId?: string
}

/**
 * Parses the header `x-amz-copy-source`.
 * @throws WireError InvalidArgument, NoSuchVersion for an invalid version id, and the errors of invalid names
 */
export function parseCopySource(header: string): CopySource {
  const source = readCopySource(header)
  if (source === undefined) {
    throw s3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey.')
  }
  const { bucket, key } = source
  checkBucketName(bucket)
  if (!isObjectName(key)) throw s3Error('XMinioInvalidObjectName')
  if (source.versionId === undefined) return { bucket, key }
  const versionId = canonicalVersion(source.versionId)
  rejectEmptyVersion(versionId)
  if (!isVersionId(versionId)) throw s3Error('NoSuchVersion')
  return { bucket, key, versionId }
}

/**
 * Finds the source of a copy, and checks that the caller may read it and that the conditions hold.
 * @throws WireError AccessDenied, NoSuchKey, InvalidRequest for a requested delete marker, PreconditionFailed; StoreError
 */
export function findCopySource({ engine, headers, allows }: S3Call, source: CopySource): ObjectRecord {
  const { bucket, key, versionId } = source
  // The version of the source instead of the one in the query.
  const version = { 's3:versionid': versionId ?? '' }
  if (!allows('s3:GetObject', bucket, key, version)) throw s3Error('AccessDenied')
  const record = engine.store.statObject(bucket, key, versionId)
  if (!allows('s3:GetObject', bucket, key, { ...version, ...existingTags(record) })) throw s3Error('AccessDenied')
  if (record.isDeleteMarker && versionId !== undefined) {
    const message = 'The source of a copy request may not specifically refer to a delete marker by version id.'
    throw s3Error('InvalidRequest', message, { headers: markerHeaders(record) })
  }
  rejectDeleteMarker(record, versionId)
  checkConditions(headers, record)
  return record
}

/** All conditions must hold, but as in AWS an entity tag that matches makes `unmodified-since` irrelevant. */
function checkConditions(headers: IncomingHttpHeaders, record: ObjectRecord): void {
  const condition = (name: string) => headers[`x-amz-copy-source-if-${name}`]?.toString() ?? ''
  const failed = () => s3Error('PreconditionFailed', undefined, { headers: identityHeaders(record) })
  const modifiedAt = Math.floor(record.lastModified / 1000)

  const match = condition('match')
  const noneMatch = condition('none-match')
  if (noneMatch !== '' && matchesEtag(noneMatch, record.etag)) throw failed()
  if (match !== '' && !matchesEtag(match, record.etag)) throw failed()
  const modifiedSince = parseDate(condition('modified-since'))
  if (modifiedSince !== undefined && modifiedAt <= modifiedSince) throw failed()
  if (match !== '') return
  const unmodifiedSince = parseDate(condition('unmodified-since'))
  if (unmodifiedSince !== undefined && modifiedAt > unmodifiedSince) throw failed()
}

/** Called in the commit of a copy: fails if the source has been overwritten. Only null versions can be. */
export function checkUnchanged({ engine }: S3Call, { bucket, key }: CopySource, found: ObjectRecord): void {
  const { etag, lastModified, versionId, encryption } = engine.store.statObject(bucket, key, found.versionId)
  if (etag !== found.etag || lastModified !== found.lastModified || encryption !== found.encryption) {
    throw s3Error(
      'SlowDown',
      `${bucket}/${key} (version ${versionId}) was overwritten while it was being copied. Try again.`,
    )
  }
}

/** The response names the source version if the request did. */
export function sourceVersionHeader(source: CopySource, { versionId }: ObjectRecord): Record<string, string> {
  return source.versionId === undefined ? {} : { 'x-amz-copy-source-version-id': versionId }
}
