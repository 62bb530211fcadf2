import { type BucketQuota, BucketQuotaError, NO_QUOTA, parseBucketQuota, writeBucketQuota } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { StorageError } from '../storage-error.ts'
import { sendAdminForNothing, sendAdminForText } from './send-admin.ts'

/** Needs admin:GetBucketQuota. @throws StorageError */
export async function getBucketQuota(client: StorageClient, bucket: string): Promise<BucketQuota> {
  const text = await sendAdminForText(client, {
    method: 'GET',
    path: '/minio/admin/v3/get-bucket-quota',
    query: { bucket },
  })
  try {
    return parseBucketQuota(text)
  } catch (error) {
    if (!(error instanceof BucketQuotaError)) throw error
    throw new StorageError('unreadable', 'The storage server sent a quota that cannot be read', { cause: error })
  }
}

/** Undefined removes the limit. Needs admin:SetBucketQuota. @throws StorageError `InternalError` for an unknown type */
export async function setBucketQuota(
  client: StorageClient,
  bucket: string,
  quota: BucketQuota | undefined,
): Promise<void> {
  await sendAdminForNothing(client, {
    method: 'PUT',
    path: '/minio/admin/v3/set-bucket-quota',
    query: { bucket },
    body: writeBucketQuota(quota ?? NO_QUOTA),
  })
}
