/** The settings of a bucket, as a migration to another storage server reads and writes them. */
import { isDeepStrictEqual } from 'node:util'
import { AppError, type BucketSetting, featureText, type ServerFeature } from '@cooperage/contract'
import {
  getBucketCors,
  getBucketEncryption,
  getBucketLifecycle,
  getBucketNotification,
  getBucketPolicy,
  getBucketQuota,
  getBucketReplication,
  getBucketTags,
  getBucketVersioning,
  getObjectLock,
  putBucketCors,
  putBucketEncryption,
  putBucketLifecycle,
  putBucketNotification,
  putBucketPolicy,
  putBucketTags,
  putBucketVersioning,
  putObjectLock,
  type StorageClient,
  setBucketQuota,
} from '@cooperage/storage-client'
import {
  type BucketEncryption,
  type BucketNotifications,
  type BucketQuota,
  type CorsRule,
  type DefaultRetention,
  type LifecycleRule,
  type Subscription,
  type VersioningConfiguration,
  withSubscription,
} from '@cooperage/wire'
import { withSettingErrors } from '../setting-errors.ts'

/** A bucket of a storage server. */
export interface BucketAt {
  storage: StorageClient
  bucket: string
}

/** One part of a setting that a server may refuse by itself: a lifecycle rule, a subscription. */
export interface SettingItem {
  /** '' for a setting that is a whole. */
  name: string
  value: unknown
}

/** A setting in parts. Writing replaces all of it. */
export interface SettingRow {
  name: Exclude<BucketSetting, 'locking' | 'replication'>
  feature: ServerFeature
  /** IAM actions. */
  reads: string
  writes: string
  read(at: BucketAt): Promise<SettingItem[]>
  /** @param from the bucket that the values are of */
  write(at: BucketAt, items: readonly SettingItem[], from: string): Promise<void>
  /** Names of what the server has to have for it, besides. */
  needs(items: readonly SettingItem[]): string[]
}

interface Definition<T> extends Omit<SettingRow, 'read' | 'write' | 'needs'> {
  read(at: BucketAt): Promise<{ name: string; value: T }[]>
  write(at: BucketAt, values: T[], from: string): Promise<void>
  needs?: (values: T[]) => string[]
}

function row<T>({ read, write, needs, ...definition }: Definition<T>): SettingRow {
  const { feature, reads, writes } = definition
  const valuesOf = (items: readonly SettingItem[]) => items.map(({ value }) => value as T)
  return {
    ...definition,
    read: (at) => withSettingErrors({ action: reads, bucket: at.bucket, feature }, read(at)),
    write: (at, items, from) =>
      withSettingErrors({ action: writes, bucket: at.bucket, feature }, write(at, valuesOf(items), from)),
    needs: (items) => [...new Set(needs?.(valuesOf(items)) ?? [])],
  }
}

/** A setting that is there or not. */
const whole = <T>(value: T | undefined) => (value === undefined ? [] : [{ name: '', value }])

export const SETTING_ROWS: readonly SettingRow[] = [
  row<VersioningConfiguration>({
    name: 'versioning',
    feature: 'versioning',
    reads: 's3:GetBucketVersioning',
    writes: 's3:PutBucketVersioning',
    async read({ storage, bucket }) {
      const { canExclude: _, ...configuration } = await getBucketVersioning(storage, bucket)
      return whole(configuration.status === undefined ? undefined : configuration)
    },
    async write({ storage, bucket }, [configuration]) {
      if (configuration !== undefined) await putBucketVersioning(storage, bucket, configuration)
    },
  }),
  row<BucketEncryption>({
    name: 'encryption',
    feature: 'encryption',
    reads: 's3:GetEncryptionConfiguration',
    writes: 's3:PutEncryptionConfiguration',
    read: async ({ storage, bucket }) => whole(await getBucketEncryption(storage, bucket)),
    async write({ storage, bucket }, [encryption]) {
      if (encryption !== undefined) await putBucketEncryption(storage, bucket, encryption)
    },
    needs: (all) => all.flatMap(({ kmsKeyId }) => kmsKeyId ?? []),
  }),
  row<DefaultRetention>({
    name: 'retention',
    feature: 'object locking',
    reads: 's3:GetBucketObjectLockConfiguration',
    writes: 's3:PutBucketObjectLockConfiguration',
    read: async ({ storage, bucket }) => whole((await getObjectLock(storage, bucket))?.defaultRetention),
    async write({ storage, bucket }, [retention]) {
      if (retention !== undefined) await putObjectLock(storage, bucket, retention)
    },
  }),
  row<LifecycleRule>({
    name: 'lifecycle',
    feature: 'lifecycle rules',
    reads: 's3:GetLifecycleConfiguration',
    writes: 's3:PutLifecycleConfiguration',
    async read({ storage, bucket }) {
      const { rules } = await getBucketLifecycle(storage, bucket)
      return rules.map((value, at) => ({ name: value.id || String(at + 1), value }))
    },
    write: ({ storage, bucket }, rules) => putBucketLifecycle(storage, bucket, { rules, others: [] }),
    needs: (rules) =>
      rules.flatMap(({ transition, noncurrentVersionTransition }) =>
        [transition?.storageClass, noncurrentVersionTransition?.storageClass].filter((tier) => tier !== undefined),
      ),
  }),
  row<Subscription>({
    name: 'notifications',
    feature: 'bucket notifications',
    reads: 's3:GetBucketNotification',
    writes: 's3:PutBucketNotification',
    async read({ storage, bucket }) {
      const { subscriptions } = await getBucketNotification(storage, bucket)
      return subscriptions.map((value) => ({ name: value.arn, value }))
    },
    async write({ storage, bucket }, subscriptions) {
      const none: BucketNotifications = { subscriptions: [], elements: [] }
      const all = subscriptions.reduce(withSubscription, none)
      await putBucketNotification(storage, bucket, all)
    },
    needs: (subscriptions) => subscriptions.map(({ arn }) => arn),
  }),
  row<[name: string, value: string]>({
    name: 'tags',
    feature: 'tags of buckets',
    reads: 's3:GetBucketTagging',
    writes: 's3:PutBucketTagging',
    async read({ storage, bucket }) {
      const tags = Object.entries(await getBucketTags(storage, bucket))
      return tags.sort().map((value) => ({ name: value[0], value }))
    },
    write: ({ storage, bucket }, tags) => putBucketTags(storage, bucket, Object.fromEntries(tags)),
  }),
  row<CorsRule>({
    name: 'cors',
    feature: 'CORS rules of single buckets',
    reads: 's3:GetBucketCors',
    writes: 's3:PutBucketCors',
    async read({ storage, bucket }) {
      const { rules, isOffered } = await getBucketCors(storage, bucket)
      if (!isOffered) throw new AppError('NotInThisSetup', { feature: featureText('CORS rules of single buckets') })
      return rules.map((value, at) => ({ name: value.id || String(at + 1), value }))
    },
    write: ({ storage, bucket }, rules) => putBucketCors(storage, bucket, rules),
  }),
  row<unknown>({
    name: 'policy',
    feature: 'this operation',
    reads: 's3:GetBucketPolicy',
    writes: 's3:PutBucketPolicy',
    async read({ storage, bucket }) {
      const text = await getBucketPolicy(storage, bucket)
      return text === undefined ? [] : [{ name: '', value: JSON.parse(text) }]
    },
    async write({ storage, bucket }, [policy], from) {
      if (policy !== undefined) await putBucketPolicy(storage, bucket, renamed(JSON.stringify(policy), from, bucket))
    },
  }),
  row<BucketQuota>({
    name: 'quota',
    feature: 'quotas',
    reads: 'admin:GetBucketQuota',
    writes: 'admin:SetBucketQuota',
    async read({ storage, bucket }) {
      const quota = await getBucketQuota(storage, bucket)
      return quota.quota === 0 ? [] : whole({ quota: quota.quota, type: quota.type })
    },
    async write({ storage, bucket }, [quota]) {
      if (quota !== undefined) await setBucketQuota(storage, bucket, quota)
    },
  }),
]

/** Of these nothing is written, so that they have no row. */
export async function hasLock({ storage, bucket }: BucketAt): Promise<boolean> {
  const subject = { action: 's3:GetBucketObjectLockConfiguration', bucket, feature: 'object locking' as const }
  return (await withSettingErrors(subject, getObjectLock(storage, bucket))) !== undefined
}

export async function replicationRules({ storage, bucket }: BucketAt): Promise<number> {
  const subject = { action: 's3:GetReplicationConfiguration', bucket, feature: 'replication' as const }
  return (await withSettingErrors(subject, getBucketReplication(storage, bucket))).rules.length
}

export function areSame(one: readonly SettingItem[], other: readonly SettingItem[]): boolean {
  const values = (items: readonly SettingItem[]) => items.map(({ value }) => JSON.parse(JSON.stringify(value)))
  return isDeepStrictEqual(values(one), values(other))
}

/** A policy names its bucket in its resources. */
function renamed(policy: string, from: string, to: string): string {
  if (from === to) return policy
  return policy.replaceAll(`:s3:::${from}"`, `:s3:::${to}"`).replaceAll(`:s3:::${from}/`, `:s3:::${to}/`)
}
