/** Conditions of deletions as in S3, some of which AWS supports for directory buckets only. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ObjectRecord, Precondition } from '../store/store.ts'
import { matchesEtag, writeConditionFailed } from './conditions.ts'
import { s3Error } from './errors.ts'

/** All present conditions must hold. */
interface DeleteConditions {
  /** With or without quotes, or `*`. */
  etag?: string | undefined
  /** In bytes. */
  size?: number | undefined
  /** Milliseconds since the epoch. */
  lastModified?: number | undefined
  /** The only condition that holds if there is nothing to delete. */
  unlessEtag?: string | undefined
}

/** @throws WireError InvalidArgument */
export function requestedDeleteConditions(headers: IncomingHttpHeaders): DeleteConditions {
  const size = headers['x-amz-if-match-size']?.toString()
  const time = headers['x-amz-if-match-last-modified-time']?.toString()
  const lastModified = time ? Date.parse(time) : undefined
  if (size && !/^\d{1,15}$/.test(size))
    throw s3Error('InvalidArgument', 'x-amz-if-match-size must be a number of bytes.')
  if (Number.isNaN(lastModified)) throw s3Error('InvalidArgument', 'x-amz-if-match-last-modified-time must be a date.')
  return {
    etag: headers['if-match'] || undefined,
    size: size ? Number(size) : undefined,
    lastModified,
    unlessEtag: headers['if-none-match'] || undefined,
  }
}

/**
 * The precondition to check in the commit; undefined without conditions. `versionId` is the requested version.
 * Throws PreconditionFailed, or NoSuchKey or NoSuchVersion if there is nothing to delete.
 */
export function deleteCondition(
  { etag, size, lastModified, unlessEtag }: DeleteConditions,
  versionId: string | undefined,
): Precondition | undefined {
  const requiresTarget = [etag, size, lastModified].some((condition) => condition !== undefined)
  if (!requiresTarget && unlessEtag === undefined) return undefined
  return (target) => {
    // An object whose latest version is a delete marker counts as missing.
    if (target === undefined || (target.isDeleteMarker && versionId === undefined)) {
      if (requiresTarget) throw s3Error(versionId === undefined ? 'NoSuchKey' : 'NoSuchVersion')
      return
    }
    const holds =
      (etag === undefined || matchesEtag(etag, target.etag)) &&
      (size === undefined || size === target.size) &&
      (lastModified === undefined || matchesTime(target, lastModified)) &&
      (unlessEtag === undefined || !matchesEtag(unlessEtag, target.etag))
    if (holds) return
    throw writeConditionFailed(target)
  }
}

/** Dates in headers have whole seconds, dates in listings have milliseconds. */
function matchesTime({ lastModified }: ObjectRecord, time: number): boolean {
  return time % 1000 === 0 ? Math.floor(lastModified / 1000) * 1000 === time : lastModified === time
}
