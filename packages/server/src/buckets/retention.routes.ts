import {
  AppError,
  clearRetention,
  getObjectLocking,
  getRetention,
  MAX_VALIDITY,
  type RetentionRequest,
  reasonText,
  setRetention,
} from '@cooperage/contract'
import { getBucketVersioning, getObjectLock, putObjectLock, type StorageClient } from '@cooperage/storage-client'
import type { DefaultRetention } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const FEATURE = 'object locking' as const

/** Object locking, which a bucket has from its creation or never, and the default retention of new versions. */
export function retentionRoutes({ routes }: Registry): void {
  routes.withSession(getObjectLocking, async ({ params, storage }) => {
    const lock = await readLock(storage, validBucketName(params.bucket))
    return { object_locking_enabled: lock !== undefined }
  })

  routes.withSession(getRetention, async ({ params, storage }) => {
    const retention = (await readLock(storage, validBucketName(params.bucket)))?.defaultRetention
    if (retention === undefined) return { mode: '' as const, unit: '' as const, validity: 0 }
    const { mode, unit, count } = retention
    return {
      mode: mode === 'COMPLIANCE' ? ('compliance' as const) : ('governance' as const),
      unit: unit === 'Years' ? ('years' as const) : ('days' as const),
      validity: count,
    }
  })

  routes.withSession(setRetention, async ({ params, body, storage }) => {
    await applyRetention(storage, validBucketName(params.bucket), body)
  })

  routes.withSession(clearRetention, async ({ params, storage }) => {
    await writeLock(storage, validBucketName(params.bucket), undefined)
  })
}

export async function applyRetention(storage: StorageClient, bucket: string, wanted: RetentionRequest): Promise<void> {
  checkRetention(wanted)
  const { mode, unit, validity } = wanted
  await writeLock(storage, bucket, {
    mode: mode === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE',
    unit: unit === 'years' ? 'Years' : 'Days',
    count: validity,
  })
}

/** @throws AppError InvalidInput */
export function checkRetention({ unit, validity }: RetentionRequest): void {
  if (validity > MAX_VALIDITY[unit]) {
    throw new AppError('InvalidInput', { reason: reasonText('retentionTooLong', { limit: MAX_VALIDITY[unit], unit }) })
  }
}

/** @throws AppError NoSuchBucket, unless the visitor may not know */
export async function readLock(storage: StorageClient, bucket: string) {
  const subject = { action: 's3:GetBucketObjectLockConfiguration', bucket, feature: FEATURE }
  const lock = await withSettingErrors(subject, getObjectLock(storage, bucket))
  if (lock === undefined) await expectBucket(storage, bucket)
  return lock
}

/** For a missing bucket MinIO also responds that it has no lock. Requesting its versioning tells the two apart. */
async function expectBucket(storage: StorageClient, bucket: string): Promise<void> {
  try {
    await withSettingErrors(
      { action: 's3:GetBucketVersioning', bucket, feature: 'versioning' },
      getBucketVersioning(storage, bucket),
    )
  } catch (error) {
    const isUnknown = error instanceof AppError && (error.code === 'AccessDenied' || error.code === 'NotInThisSetup')
    if (!isUnknown) throw error
  }
}

function writeLock(storage: StorageClient, bucket: string, retention: DefaultRetention | undefined): Promise<void> {
  const subject = { action: 's3:PutBucketObjectLockConfiguration', bucket, feature: FEATURE }
  return withSettingErrors(subject, putObjectLock(storage, bucket, retention))
}
