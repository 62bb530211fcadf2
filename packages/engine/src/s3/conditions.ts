import type { IncomingHttpHeaders } from 'node:http'
import type { WireError } from '@cooperage/wire'
import type { ObjectRecord } from '../store/store.ts'
import { s3Error } from './errors.ts'
import { identityHeaders } from './object-headers.ts'

/**
 * Evaluates the conditional headers of GET and HEAD in the order of RFC 9110, section 13.2.2, to which S3 refers. A condition on
 * a date is ignored beside one on the entity tag. Lists of entity tags are not supported, as in S3.
 * @throws WireError PreconditionFailed
 */
export function isNotModified(headers: IncomingHttpHeaders, record: ObjectRecord): boolean {
  const { etag, lastModified } = record
  const failed = () => s3Error('PreconditionFailed', undefined, { headers: identityHeaders(record) })
  const modifiedAt = Math.floor(lastModified / 1000)
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  const unmodifiedSince = ifMatch ? undefined : parseDate(headers['if-unmodified-since'])
  if (ifMatch && !matchesEtag(ifMatch, etag)) throw failed()
  if (unmodifiedSince !== undefined && modifiedAt > unmodifiedSince) throw failed()

  if (ifNoneMatch) return matchesEtag(ifNoneMatch, etag)
  const modifiedSince = parseDate(headers['if-modified-since'])
  return modifiedSince !== undefined && modifiedAt <= modifiedSince
}

/**
 * Whether `If-Range` lets a range of the object be read, so that the rest of an interrupted download is that of the same object
 * (RFC 9110, section 13.1.5). Otherwise the response is the whole object.
 */
export function acceptsRange(headers: IncomingHttpHeaders, { etag, lastModified }: ObjectRecord): boolean {
  const validator = headers['if-range']?.toString()
  if (!validator || unquoted(validator) === etag) return true
  // Unlike other conditions, a later date doesn't hold either.
  return parseDate(validator) === Math.floor(lastModified / 1000)
}

/** The error of a failed write condition, whose response does not name the version. */
export function writeConditionFailed(record: ObjectRecord): WireError {
  const { 'x-amz-version-id': _, ...headers } = identityHeaders(record)
  return s3Error('PreconditionFailed', undefined, { headers })
}

export function matchesEtag(condition: string, etag: string): boolean {
  return condition === '*' || unquoted(condition) === etag
}

/** Removes the quotes of an entity tag, which clients may omit. */
export function unquoted(etag: string): string {
  return etag.replace(/^"(.*)"$/, '$1')
}

/** Seconds since the epoch; undefined for a missing or invalid date. */
export function parseDate(text: string | undefined): number | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}
