import { type ListedBucket, writeListBuckets } from '@cooperage/wire'
import { type HttpResponse, xmlResponse } from '../../http/response.ts'
import { canUseBucket } from '../../identity/permissions.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { pageToken, parseCount, readPageToken } from '../listing.ts'
import { regionOfBuckets } from './get-bucket-location.ts'

/** S3's maximum page size. */
const MAX_BUCKETS = 10_000

/**
 * Callers who may not list all buckets get those that they can use. Anonymous callers get none, not even public buckets.
 * Returns all buckets at once unless `max-buckets` requests pages.
 * @throws WireError AccessDenied when the caller can use none, InvalidArgument
 */
export const listBuckets: S3Operation = async (call) => {
  const { engine, caller, allows } = call
  if (caller.kind === 'anonymous') throw s3Error('AccessDenied')
  const all = engine.store.listBuckets()
  if (allows('s3:ListAllMyBuckets')) return pageOf(call, all)
  const usable = all.filter(({ name }) => canUseBucket(allows, name))
  if (usable.length === 0) throw s3Error('AccessDenied')
  return pageOf(call, usable)
}

/** `buckets` are sorted by name. */
function pageOf({ engine, query }: S3Call, buckets: readonly ListedBucket[]): HttpResponse {
  const message = `Argument max-buckets must be an integer between 1 and ${MAX_BUCKETS}`
  const limit = parseCount(query.get('max-buckets'), message)
  if (limit !== undefined && (limit < 1 || limit > MAX_BUCKETS)) throw s3Error('InvalidArgument', message)
  const prefix = query.get('prefix') ?? ''
  const token = query.get('continuation-token')
  const after = token === null ? '' : readPageToken(token)
  const region = query.get('bucket-region') || undefined
  const matchesRegion = region === undefined || region === regionOfBuckets(engine)

  const matching = matchesRegion ? buckets.filter(({ name }) => name.startsWith(prefix) && name > after) : []
  const page = matching.slice(0, limit)
  const last = page.length < matching.length ? page.at(-1) : undefined
  return xmlResponse(
    writeListBuckets(page, {
      ...(prefix === '' ? {} : { prefix }),
      ...(last === undefined ? {} : { continuationToken: pageToken(last.name) }),
    }),
  )
}
