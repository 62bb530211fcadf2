import type { RequestContext } from '@cooperage/wire/policy'
import type { Permissions } from '../identity/permissions.ts'

/** Policy conditions see the values of a listing of the bucket's root when buckets are filtered. */
export const ROOT_LISTING: RequestContext = { 's3:prefix': '', 's3:delimiter': '/' }

/** Whether a bucket is listed for callers who may not list all buckets. */
export function canUseBucket(allows: Permissions, bucket: string): boolean {
  return allows('s3:ListBucket', bucket, '', ROOT_LISTING) || allows('s3:GetBucketLocation', bucket, '', ROOT_LISTING)
}
