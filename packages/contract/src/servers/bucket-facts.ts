/** Moving the buckets of one storage server to another (decision 42). */
import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'

/** What a bucket may have besides objects. Replication rules name other servers, so they are only reported. */
export const BUCKET_SETTINGS = [
  'versioning',
  'locking',
  'encryption',
  'retention',
  'lifecycle',
  'notifications',
  'tags',
  'cors',
  'policy',
  'quota',
  'replication',
] as const
export type BucketSetting = (typeof BUCKET_SETTINGS)[number]

/**
 * - `unsupported`: the storage server doesn't have such a setting
 * - `unread`: it can't be read; `reason` says why
 * - `unknown`: the bucket doesn't exist, and no other bucket shows what the storage server supports
 */
const settingFact = z.object({
  state: z.enum(['none', 'set', 'unsupported', 'unread', 'unknown']),
  /** Rules, subscriptions or tags of a setting that has several; otherwise 1 if it is set. */
  count: z.number(),
  /** What else the other storage server needs for it: ARNs of notification targets, tiers, keys for encryption. */
  needs: z.array(z.string()),
  reason: z.string(),
  text: failureText,
})
export type SettingFact = z.infer<typeof settingFact>

/** The listing of a bucket stops here. */
export const COUNTED_VERSIONS = 50_000

export const bucketFacts = z.object({
  /** `refused`: there is a bucket of this name that you can't list. */
  access: z.enum(['missing', 'own', 'refused']),
  settings: z.object({
    versioning: settingFact,
    locking: settingFact,
    encryption: settingFact,
    retention: settingFact,
    lifecycle: settingFact,
    notifications: settingFact,
    tags: settingFact,
    cors: settingFact,
    policy: settingFact,
    quota: settingFact,
    replication: settingFact,
  } satisfies Record<BucketSetting, unknown>),
  contents: z.object({
    /** Objects, their noncurrent versions, and delete markers. */
    objects: z.number(),
    noncurrent: z.number(),
    deleteMarkers: z.number(),
    bytes: z.number(),
    /** Whether everything was listed: at most COUNTED_VERSIONS are. */
    isComplete: z.boolean(),
    /** ISO 8601. */
    countedAt: z.string(),
  }),
})
export type BucketFacts = z.infer<typeof bucketFacts>

/** Needs `s3:ListBucket`; what else can't be read is part of the response. */
export const getBucketFacts = route('servers.bucketFacts', 'GET /api/v1/servers/buckets/:bucket', {
  summary: 'Returns what a migration to another storage server has to know of a bucket: its settings and its contents.',
  params: z.strictObject({ bucket: z.string().check(z.maxLength(255)) }),
  response: bucketFacts,
  errors: [...BUCKET_ERRORS, 'NoOtherServers'],
})
