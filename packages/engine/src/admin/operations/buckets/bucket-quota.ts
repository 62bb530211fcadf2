import { BucketQuotaError, type BucketQuotaFields, parseBucketQuotaFields } from '@cooperage/wire'
import { type HttpResponse, jsonResponse } from '../../../http/response.ts'
import { s3Error } from '../../../s3/errors.ts'
import { QUOTA } from '../../../store/space/quota.ts'
import type { Store } from '../../../store/store.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

export const getBucketQuota: AdminOperation = async ({ engine: { store }, query }) =>
  jsonResponse(quotaShown(store, existingBucket(store, query)))

/** Everything zero takes the quota away. */
export const setBucketQuota: AdminOperation = async ({ engine: { store }, query, body }): Promise<HttpResponse> => {
  await setQuota(store, existingBucket(store, query), (await body()).toString())
  return { status: 200 }
}

/** @throws WireError, StoreError NoSuchBucket */
export async function setQuota(store: Store, bucket: string, text: string): Promise<void> {
  const fields = readFields(text)
  checkFields(fields)
  await store.setBucketDocument(bucket, QUOTA, isNone(fields) ? undefined : JSON.stringify(fields))
}

/** As it was set: today's clients set and read `size`, those of 2021 `quota`. The type is left out where there is none. */
export function quotaShown(store: Store, bucket: string): Partial<BucketQuotaFields> {
  const { quotatype, ...figures } = parseBucketQuotaFields(store.getBucketDocument(bucket, QUOTA)?.text ?? 'null')
  return { ...figures, ...(quotatype === '' ? {} : { quotatype }) }
}

/** @throws WireError NoSuchBucket */
function existingBucket(store: Store, query: URLSearchParams): string {
  const bucket = query.get('bucket') ?? ''
  if (store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  return bucket
}

/** @throws WireError XMinioAdminConfigBadJSON */
function readFields(text: string): BucketQuotaFields {
  try {
    return parseBucketQuotaFields(text)
  } catch (cause) {
    if (!(cause instanceof BucketQuotaError)) throw cause
    throw adminError('XMinioAdminConfigBadJSON', cause.message, { cause })
  }
}

/** @throws WireError InternalError (as MinIO answers `fifo`), InvalidArgument, NotImplemented */
function checkFields({ quota, size, rate, requests, quotatype }: BucketQuotaFields): void {
  if (quotatype === 'fifo') {
    throw s3Error(
      'InternalError',
      "We encountered an internal error, please try again.: cause(invalid quota type 'fifo')",
    )
  }
  if (rate > 0 || requests > 0) {
    throw s3Error(
      'NotImplemented',
      'A limit of the rate of requests (rate, requests) is not implemented by this server.',
    )
  }
  if (quotatype !== 'hard' && (quotatype !== '' || quota > 0 || size > 0)) {
    throw s3Error('InvalidArgument', `The type of a quota has to be 'hard', not '${quotatype}'.`)
  }
  if (!Number.isSafeInteger(quota) || !Number.isSafeInteger(size)) {
    throw s3Error('InvalidArgument', `A quota has at most ${Number.MAX_SAFE_INTEGER} bytes.`)
  }
}

function isNone({ quota, size, quotatype }: BucketQuotaFields): boolean {
  return quota === 0 && size === 0 && quotatype === ''
}
