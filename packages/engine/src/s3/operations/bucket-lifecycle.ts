import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { acceptLifecycle, type LifecycleRule, readXml, writeLifecycle } from '@cooperage/wire'
import { xmlResponse } from '../../http/response.ts'
import { LIFECYCLE } from '../../lifecycle/bucket-rules.ts'
import { requireDigest } from '../body-digest.ts'
import type { S3Operation } from '../call.ts'
import { s3Error } from '../errors.ts'
import type { S3Services } from '../services.ts'
import { requireBucket } from '../target.ts'

const UPDATED_AT = 'x-minio-lifecycleconfig-updatedat'

/** MinIO's parameter `withUpdatedAt` adds the time of the last change. */
export const getBucketLifecycle: S3Operation = async ({ engine, bucket, query }) => {
  const document = engine.store.getBucketDocument(bucket, LIFECYCLE)
  if (document === undefined) throw s3Error('NoSuchLifecycleConfiguration')
  const response = xmlResponse(document.text)
  if (query.get('withUpdatedAt') === 'true') {
    response.headers = { ...response.headers, [UPDATED_AT]: shortDate(document.updatedAt) }
  }
  return response
}

/** The format of signature dates, 20060102T150405Z. */
function shortDate(time: number): string {
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
}

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

export const deleteBucketLifecycle: S3Operation = async ({ engine, bucket }) => {
  await engine.store.setBucketDocument(bucket, LIFECYCLE, undefined)
  return { status: 204 }
}
