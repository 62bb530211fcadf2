/** Conditions under which something is deleted: S3's, some of which AWS has for directory buckets only. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ObjectRecord, Precondition } from '../store/store.ts'
import { matchesEtag } from './conditions.ts'
import { s3Error } from './errors.ts'
import { identityHeaders } from './object-headers.ts'

/** All that are given have to hold. */
export interface DeleteConditions {
  /** With or without quotes, or `*`. */
  etag?: string | undefined
  /** In bytes. */
  size?: number | undefined
  /** In milliseconds since the epoch. */
  lastModified?: number | undefined
  /** The only one that holds where there is nothing to delete. */
  unlessEtag?: string | undefined
}

/** @throws WireError InvalidArgument */
export function requestedDeleteConditions(headers: IncomingHttpHeaders): DeleteConditions {
  const size = headers['x-amz-if-match-size']?.toString()
  const time = headers['x-amz-if-match-last-modified-time']?.toString()
  const lastModified = time ? Date.parse(time) : undefined
  if (size && !/^\d{1,15}$/.test(size))
    throw s3Error('InvalidArgument', 'x-amz-if-match-size has to be a number of bytes.')
  if (Number.isNaN(lastModified))
    throw s3Error('InvalidArgument', 'x-amz-if-match-last-modified-time has to be a date.')
  return {
    etag: headers['if-match'] || undefined,
    size: size ? Number(size) : undefined,
    lastModified,
    unlessEtag: headers['if-none-match'] || undefined,
  }
}

/**
 * Asked of what is to be deleted, in the commit; undefined when there is no condition. `versionId`: a version is named.
 * Throws PreconditionFailed, and NoSuchKey or NoSuchVersion where nothing could meet it.
 */
export function deleteCondition(
  { etag, size, lastModified, unlessEtag }: DeleteConditions,
  versionId: string | undefined,
): Precondition | undefined {
  const isForPresent = [etag, size, lastModified].some((condition) => condition !== undefined)
  if (!isForPresent && unlessEtag === undefined) return undefined
  return (target) => {
    // A latest delete marker hides the object, which counts as missing then.
    if (target === undefined || (target.isDeleteMarker && versionId === undefined)) {
      if (isForPresent) throw s3Error(versionId === undefined ? 'NoSuchKey' : 'NoSuchVersion')
      return
    }
    const holds =
      (etag === undefined || matchesEtag(etag, target.etag)) &&
      (size === undefined || size === target.size) &&
      (lastModified === undefined || isTimeOf(target, lastModified)) &&
      (unlessEtag === undefined || !matchesEtag(unlessEtag, target.etag))
    if (holds) return
    const { 'x-amz-version-id': _, ...headers } = identityHeaders(target)
    throw s3Error('PreconditionFailed', undefined, { headers })
  }
}

/** Dates in headers have no fractions of a second, those in listings do. */
function isTimeOf({ lastModified }: ObjectRecord, time: number): boolean {
  return time % 1000 === 0 ? Math.floor(lastModified / 1000) * 1000 === time : lastModified === time
}
