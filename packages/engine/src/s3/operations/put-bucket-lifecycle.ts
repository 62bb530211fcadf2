import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { acceptLifecycle, type LifecycleRule, readXml, writeLifecycle } from '@cooperage/wire'
import { LIFECYCLE } from '../../lifecycle/bucket-rules.ts'
import { requireDigest } from '../body-digest.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import { requireBucket } from '../require-bucket.ts'
import type { S3Services } from '../services.ts'

/** Enough for a thousand rules of maximum size. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024

/** Schedules a scan, which applies the rules. Transitions are rejected, because there are no tiers. */
export const putBucketLifecycle: S3Operation = async ({ engine, bucket, headers, document }) => {
  requireDigest(headers)
  requireBucket(engine, bucket)
  await setBucketLifecycle(engine, bucket, await document(MAX_DOCUMENT_BYTES))
  return { status: 200 }
}

/** @throws WireError, StoreError NoSuchBucket */
export async function setBucketLifecycle(
  { store, lifecycle }: S3Services,
  bucket: string,
  text: string,
): Promise<void> {
  const { rules } = acceptLifecycle(await readXml(text))
  // Checking a thousand rules and writing them take as long as others should wait.
  await nextTurn()
  if (store.getBucket(bucket)?.lock !== undefined && rules.some(removesAllVersions)) {
    throw s3Error(
      'InvalidArgument',
      'ExpiredObjectAllVersions element and DelMarkerExpiration action cannot be used on an object locked bucket',
    )
  }
  if (rules.some(({ transition, noncurrentVersionTransition }) => transition ?? noncurrentVersionTransition)) {
    throw s3Error('InvalidStorageClass')
  }
  const named = rules.map((rule) => ({ ...rule, id: rule.id || randomUUID() }))
  await store.setBucketDocument(bucket, LIFECYCLE, writeLifecycle({ rules: named, others: [] }))
  lifecycle.scanner.soon(bucket)
}

function removesAllVersions({ expiration, delMarkerExpiration }: LifecycleRule): boolean {
  return expiration?.expiredObjectAllVersions === true || delMarkerExpiration !== undefined
}
