import type { IncomingHttpHeaders } from 'node:http'
import { type Precondition, type Store, StoreError } from '../store/store.ts'
import { matchesEtag } from './conditions.ts'
import { s3Error } from './errors.ts'
import { identityHeaders } from './object-headers.ts'

/**
 * `If-Match` and `If-None-Match` of a write, to be decided in its commit. What a delete marker hides counts as missing.
 * Undefined when the request has neither.
 */
export function writeCondition(headers: IncomingHttpHeaders): Precondition | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  if (!ifMatch && !ifNoneMatch) return undefined
  return (current) => {
    if (current === undefined || current.isDeleteMarker) {
      if (ifMatch) throw s3Error('NoSuchKey')
      return
    }
    const failed = () => {
      const { 'x-amz-version-id': _, ...headers } = identityHeaders(current)
      return s3Error('PreconditionFailed', undefined, { headers })
    }
    if (ifNoneMatch && matchesEtag(ifNoneMatch, current.etag)) throw failed()
    if (ifMatch && !matchesEtag(ifMatch, current.etag)) throw failed()
  }
}

/** Asks before the body is read, so that nobody sends gigabytes to be refused. It is asked again in the commit. */
export function checkBeforeBody(
  store: Store,
  bucket: string,
  key: string,
  condition: Precondition | undefined,
): Precondition | undefined {
  if (condition === undefined) return undefined
  try {
    condition(store.statObject(bucket, key))
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'NoSuchKey') throw error
    condition(undefined)
  }
  return condition
}
