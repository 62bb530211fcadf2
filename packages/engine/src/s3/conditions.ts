import type { IncomingHttpHeaders } from 'node:http'
import { s3Error } from './errors.ts'

/**
 * Conditional headers of GET and HEAD (RFC 9110, 13), in MinIO's order, in which "not modified" wins over "failed".
 * Entity tags are compared whole: lists of them are not part of S3.
 * @throws WireError PreconditionFailed
 */
export function isNotModified(
  headers: IncomingHttpHeaders,
  { etag, lastModified }: { etag: string; lastModified: number },
): boolean {
  const modifiedAt = Math.floor(lastModified / 1000)
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return true
  const modifiedSince = parseDate(headers['if-modified-since'])
  if (modifiedSince !== undefined && modifiedAt <= modifiedSince) return true

  const ifMatch = headers['if-match']
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, etag)) throw s3Error('PreconditionFailed')
    return false
  }
  const unmodifiedSince = parseDate(headers['if-unmodified-since'])
  if (unmodifiedSince !== undefined && modifiedAt > unmodifiedSince) throw s3Error('PreconditionFailed')
  return false
}

function matches(condition: string, etag: string): boolean {
  return condition === '*' || unquoted(condition) === etag
}

/** Clients send entity tags with and without quotes. */
export function unquoted(etag: string): string {
  return etag.replace(/^"(.*)"$/, '$1')
}

/** Seconds since the epoch; a date that is none counts as absent. */
function parseDate(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
