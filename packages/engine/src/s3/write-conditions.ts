import type { IncomingHttpHeaders } from 'node:http'
import { type Precondition, type Store, StoreError } from '../store/store.ts'
import { matchesEtag, writeConditionFailed } from './conditions.ts'
import { s3Error } from './errors.ts'

/**
 * The precondition of a write from `If-Match` and `If-None-Match`, to be checked in the commit. Undefined without either. An
 * object whose latest version is a delete marker counts as missing.
 */
export function writeCondition(headers: IncomingHttpHeaders): Precondition | undefined {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers
  if (!ifMatch && !ifNoneMatch) return undefined
  return (current) => {
    if (current === undefined || current.isDeleteMarker) {
      if (ifMatch) throw s3Error('NoSuchKey')
      return
    }
    const failed =
      (ifNoneMatch && matchesEtag(ifNoneMatch, current.etag)) || (ifMatch && !matchesEtag(ifMatch, current.etag))
    if (failed) throw writeConditionFailed(current)
  }
}

/** Checks the condition before the body is read, to reject uploads early. The commit checks it again. */
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
