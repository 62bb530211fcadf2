import {
  AppError,
  addLifecycleRule,
  deleteLifecycleRule,
  listLifecycle,
  updateLifecycleRule,
} from '@cooperage/contract'
import { getBucketLifecycle, putBucketLifecycle, type StorageClient, StorageError } from '@cooperage/storage-client'
import { type LifecycleRule, type LifecycleTag, withLifecycleTags } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { createKeyedMutex } from '../shared/keyed-mutex.ts'
import { newRules, readTags, withDays } from './lifecycle-rules.ts'
import { lifecycleView } from './lifecycle-view.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const FEATURE = 'lifecycle rules' as const

/** Lifecycle rules of a bucket. Each change reads the whole configuration and writes it back with everything else unchanged. */
export function lifecycleRoutes({ routes }: Registry): void {
  const withLock = createKeyedMutex()

  /** Replaces the rules of a bucket with what `change` makes of them. */
  const change = (storage: StorageClient, bucket: string, make: (rules: LifecycleRule[]) => LifecycleRule[]) =>
    withLock(bucket, async () => {
      const present = await read(storage, bucket)
      const rules = make(present.rules)
      const subject = { action: 's3:PutLifecycleConfiguration', bucket, feature: FEATURE }
      await withSettingErrors(
        subject,
        withTierErrors(rules, putBucketLifecycle(storage, bucket, { ...present, rules })),
      )
    })

  routes.withSession(listLifecycle, async ({ params, storage }) => {
    const { rules } = await read(storage, validBucketName(params.bucket))
    return { lifecycle: rules.map(lifecycleView) }
  })

  routes.withSession(addLifecycleRule, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const added = newRules(body)
    await change(storage, bucket, (rules) => [...rules, ...added])
    return { ids: added.map(({ id }) => id) }
  })

  routes.withSession(updateLifecycleRule, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const tags = body.tags === undefined ? undefined : readTags(body.tags)
    await change(storage, bucket, (rules) => {
      const at = placeOf(rules, bucket, params.id)
      return rules.map((rule, index) => (index === at ? withDays(changed(rule, body.disable, tags), body) : rule))
    })
  })

  routes.withSession(deleteLifecycleRule, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    await change(storage, bucket, (rules) => rules.toSpliced(placeOf(rules, bucket, params.id), 1))
  })
}

function read(storage: StorageClient, bucket: string) {
  const subject = { action: 's3:GetLifecycleConfiguration', bucket, feature: FEATURE }
  return withSettingErrors(subject, getBucketLifecycle(storage, bucket))
}

/** @throws AppError NoSuchLifecycleRule */
function placeOf(rules: LifecycleRule[], bucket: string, id: string): number {
  const at = rules.findIndex((rule) => rule.id === id)
  if (at < 0) throw new AppError('NoSuchLifecycleRule', { bucket, rule: id })
  return at
}

function changed(rule: LifecycleRule, disable: boolean | undefined, tags: LifecycleTag[] | undefined): LifecycleRule {
  const tagged = tags === undefined ? rule : withLifecycleTags(rule, tags)
  return disable === undefined ? tagged : { ...tagged, status: disable ? 'Disabled' : 'Enabled' }
}

async function withTierErrors(rules: LifecycleRule[], call: Promise<void>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'InvalidStorageClass') throw error
    const last = rules.findLast(
      ({ transition, noncurrentVersionTransition }) => transition ?? noncurrentVersionTransition,
    )
    const tier = last?.transition?.storageClass ?? last?.noncurrentVersionTransition?.storageClass ?? ''
    throw new AppError('NoSuchTier', { tier }, { cause: error })
  }
}
