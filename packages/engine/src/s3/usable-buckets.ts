import type { RequestContext } from '@cooperage/wire'
import type { Permissions } from '../identity/permissions.ts'

/** Buckets are filtered as if each were listed from its top: with these values conditions on a listing are asked. */
export const ROOT_LISTING: RequestContext = { 's3:prefix': '', 's3:delimiter': '/' }

/** Whether a bucket is shown to who may not list all buckets. */
export function canUseBucket(allows: Permissions, bucket: string): boolean {
  return allows('s3:ListBucket', bucket, '', ROOT_LISTING) || allows('s3:GetBucketLocation', bucket, '', ROOT_LISTING)
}
