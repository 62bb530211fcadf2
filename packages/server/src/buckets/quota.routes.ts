import {
  AppError,
  featureText,
  getQuota,
  getQuotaTypes,
  type QuotaRequest,
  reasonText,
  setQuota,
} from '@cooperage/contract'
import { getBucketQuota, type StorageClient, setBucketQuota } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { quotaTypes } from './quota-types.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const FEATURE = 'quotas' as const

export function quotaRoutes({ routes }: Registry): void {
  routes.withSession(getQuota, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    const subject = { action: 'admin:GetBucketQuota', bucket, feature: FEATURE }
    const { quota, type, maxObjects } = await withSettingErrors(subject, getBucketQuota(storage, bucket))
    return {
      type: quota === 0 ? ('' as const) : type,
      quota,
      ...(maxObjects !== undefined && { max_objects: maxObjects }),
    }
  })

  routes.withSession(setQuota, async ({ params, body, storage }) => {
    await applyQuota(storage, validBucketName(params.bucket), body)
  })

  routes.withSession(getQuotaTypes, async ({ storage }) => ({ types: await quotaTypes(storage) }))
}

export async function applyQuota(storage: StorageClient, bucket: string, requested: QuotaRequest): Promise<void> {
  const { enabled, amount, quota_type: type, max_objects: maxObjects } = requested
  checkQuota(requested)
  // A server that doesn't support the type fails without a message, and only after several retries.
  if (enabled && type === 'fifo' && !(await quotaTypes(storage)).includes('fifo')) {
    throw new AppError('NotInThisSetup', { feature: featureText('quotas of the type fifo') })
  }
  const subject = { action: 'admin:SetBucketQuota', bucket, feature: FEATURE }
  const quota = enabled ? { quota: amount, type } : undefined
  await withSettingErrors(subject, setBucketQuota(storage, bucket, quota, maxObjects))
}

/** @throws AppError InvalidInput */
export function checkQuota({ enabled, amount }: QuotaRequest): void {
  if (enabled && amount < 1) throw new AppError('InvalidInput', { reason: reasonText('quotaTooSmall') })
}
