import { BucketQuotaError, type BucketQuotaFields, parseBucketQuotaFields } from '@cooperage/wire'
import { type HttpResponse, jsonResponse } from '../../../http/response.ts'
import { s3Error } from '../../../s3/errors.ts'
import { requireBucket } from '../../../s3/target.ts'
import { QUOTA } from '../../../store/space/quota.ts'
import type { Store } from '../../../store/store.ts'
import type { AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'

export const getBucketQuota: AdminOperation = async ({ engine: { store }, query }) =>
  jsonResponse(describeQuota(store, existingBucket(store, query)))

/** Zero values remove the quota. */
export const setBucketQuota: AdminOperation = async ({ engine: { store }, query, body }): Promise<HttpResponse> => {
  await setQuota(store, existingBucket(store, query), (await body()).toString())
  return { status: 200 }
}

/** @throws WireError, StoreError NoSuchBucket */
export async function setQuota(store: Store, bucket: string, text: string): Promise<void> {
  const fields = readFields(text)
  checkFields(fields)
  await store.setBucketDocument(bucket, QUOTA, isEmptyQuota(fields) ? undefined : JSON.stringify(fields))
}

/** The fields as they were set: current clients use `size`, those of 2021 `quota`. Omits an empty type. */
export function describeQuota(store: Store, bucket: string): Partial<BucketQuotaFields> {
  const { quotatype, ...limits } = parseBucketQuotaFields(store.getBucketDocument(bucket, QUOTA)?.text ?? 'null')
  return { ...limits, ...(quotatype === '' ? {} : { quotatype }) }
}

/** @throws WireError NoSuchBucket */
function existingBucket(store: Store, query: URLSearchParams): string {
  const bucket = query.get('bucket') ?? ''
  requireBucket({ store }, bucket)
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

/** @throws WireError InternalError (MinIO's response to `fifo`), InvalidArgument, NotImplemented */
function checkFields({ quota, size, rate, requests, quotatype }: BucketQuotaFields): void {
  if (quotatype === 'fifo') {
    throw s3Error(
      'InternalError',
      "We encountered an internal error, please try again.: cause(invalid quota type 'fifo')",
    )
  }
  if (rate > 0 || requests > 0) {
    throw s3Error('NotImplemented', 'Limiting the rate of requests (rate, requests) is not implemented by this server.')
  }
  if (quotatype !== 'hard' && (quotatype !== '' || quota > 0 || size > 0)) {
    throw s3Error('InvalidArgument', `The quota type must be 'hard', but is '${quotatype}'.`)
  }
  if (!Number.isSafeInteger(quota) || !Number.isSafeInteger(size)) {
    throw s3Error('InvalidArgument', `The quota must be at most ${Number.MAX_SAFE_INTEGER} bytes.`)
  }
}

function isEmptyQuota({ quota, size, quotatype }: BucketQuotaFields): boolean {
  return quota === 0 && size === 0 && quotatype === ''
}
