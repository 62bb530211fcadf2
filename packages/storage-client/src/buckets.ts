/** Buckets and their quotas, through the API of the server that has them: S3, MinIO's admin API, or Garage's. */
import { type BucketQuota, type ListedBucket, NO_QUOTA } from '@cooperage/wire'
import * as admin from './admin/bucket-quota.ts'
import type { StorageClient } from './client.ts'
import {
  createGarageBucket,
  deleteGarageBucket,
  garageBucketName,
  getGarageBucket,
  setGarageQuotas,
} from './garage/buckets.ts'
import { hasGarage } from './garage/send-garage.ts'
import { openGarageBucket, openGarageBuckets } from './garage/session.ts'
import * as s3 from './s3/create-bucket.ts'
import { deleteBucket as deleteS3Bucket } from './s3/delete-bucket.ts'
import { listBuckets as listS3Buckets } from './s3/list-buckets.ts'
import { StorageError } from './storage-error.ts'

/** The buckets that the account can list, without sizes; always up to date. @throws StorageError */
export async function listBuckets(client: StorageClient): Promise<ListedBucket[]> {
  if (!hasGarage(client)) return await listS3Buckets(client)
  const buckets = await openGarageBuckets(client)
  return buckets.map((bucket) => ({ name: garageBucketName(bucket), createdAt: bucket.createdAt }))
}

/**
 * `locking` enables object lock and versioning; object lock can't be enabled later.
 * @throws StorageError `BucketAlreadyOwnedByYou`, `BucketAlreadyExists`, `InvalidBucketName`
 */
export async function createBucket(
  client: StorageClient,
  bucket: string,
  options: { locking?: boolean } = {},
): Promise<void> {
  if (!hasGarage(client)) return await s3.createBucket(client, bucket, options)
  if (options.locking) {
    throw new StorageError('refused', 'Garage has no object locking', { code: 'NotImplemented', status: 501 })
  }
  const id = await createGarageBucket(client, bucket)
  if (client.garage?.hasKey) await openGarageBucket(client, id)
}

/** @throws StorageError `NoSuchBucket`, `BucketNotEmpty` */
export async function deleteBucket(client: StorageClient, bucket: string): Promise<void> {
  await (hasGarage(client) ? deleteGarageBucket(client, bucket) : deleteS3Bucket(client, bucket))
}

/** Needs admin:GetBucketQuota. `maxObjects` is absent where there is no such limit, and 0 for any number. @throws StorageError */
export async function getBucketQuota(
  client: StorageClient,
  bucket: string,
): Promise<BucketQuota & { maxObjects?: number }> {
  if (!hasGarage(client)) return await admin.getBucketQuota(client, bucket)
  const { maxBytes, maxObjects = 0 } = await getGarageBucket(client, bucket)
  return { ...(maxBytes === undefined ? NO_QUOTA : { quota: maxBytes, type: 'hard' }), maxObjects }
}

/**
 * Without a quota, the size isn't limited. 0 objects are any number, and undefined leaves their limit as it is. Needs
 * admin:SetBucketQuota.
 * @throws StorageError `InternalError` for an unknown type, `NotImplemented` for a limit of objects elsewhere than at Garage
 */
export async function setBucketQuota(
  client: StorageClient,
  bucket: string,
  quota: BucketQuota | undefined,
  maxObjects?: number,
): Promise<void> {
  if (hasGarage(client)) {
    // Garage replaces both limits.
    const kept = maxObjects === undefined ? (await getGarageBucket(client, bucket)).maxObjects : maxObjects || undefined
    return await setGarageQuotas(client, bucket, { maxBytes: quota?.quota, maxObjects: kept })
  }
  if (maxObjects) {
    const message = 'The server has no limit of objects'
    throw new StorageError('refused', message, { code: 'NotImplemented', status: 501 })
  }
  await admin.setBucketQuota(client, bucket, quota)
}
