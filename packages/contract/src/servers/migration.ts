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
export const getBucketFacts = route({
  id: 'servers.bucketFacts',
  method: 'GET',
  path: '/api/v1/servers/buckets/:bucket',
  summary: 'Returns what a migration to another storage server has to know of a bucket: its settings and its contents.',
  params: z.strictObject({ bucket: z.string().check(z.maxLength(255)) }),
  response: bucketFacts,
  errors: [...BUCKET_ERRORS, 'NoOtherServers'],
})

/** What another storage server may not keep of an object. */
export const LOSSES = ['tags', 'metadata', 'lock', 'encryption', 'storageClass'] as const
export type Loss = (typeof LOSSES)[number]

/** What a migration takes along besides the objects. */
export const taken = {
  settings: z.boolean(),
  /** All versions and delete markers in their order; otherwise the current objects. */
  versions: z.boolean(),
  /** Object lock, with retention and legal holds. */
  locks: z.boolean(),
}
export interface Taken {
  settings: boolean
  versions: boolean
  locks: boolean
}

/** What a report says about a bucket, an object or a version, by its name. */
export const reportEntry = z.object({
  /**
   * Of the bucket:
   * - `settingKept`, `settingLost`: `name` is one of BUCKET_SETTINGS, `item` a rule of it
   *
   * Of an object or a version:
   * - `missing`: the target doesn't have it
   * - `extra`: only the target has it; nothing is deleted there
   * - `newer`: the target has a newer object, which was left alone
   * - `content`, `metadata`, `tags`, `lock`: differs
   * - `unread`: couldn't be compared
   */
  kind: z.enum([
    'settingKept',
    'settingLost',
    'missing',
    'extra',
    'newer',
    'content',
    'metadata',
    'tags',
    'lock',
    'unread',
  ]),
  name: z.string(),
  /** The version at the source, or of an `extra` at the target; '' without versions. */
  version: z.string(),
  item: z.string(),
  reason: z.string(),
  text: failureText,
})
export type ReportEntry = z.infer<typeof reportEntry>

/** Entries that are kept of a report; others are only counted. */
export const REPORT_ENTRIES = 10_000

export const reportCounts = z.object({
  /** Versions and delete markers at the source, as the verification listed them, and their size. */
  versions: z.number(),
  deleteMarkers: z.number(),
  bytes: z.number(),
  /** Of these: the same at the target. */
  equal: z.number(),
  /** How the contents of these were compared: by an equal ETag, or by reading both sides. */
  byEtag: z.number(),
  byReading: z.number(),
  /** Those whose bytes were read on both sides although their ETags are equal, and how many bytes. */
  sampled: z.number(),
  sampledBytes: z.number(),
  /** Whose tags or locks had changed at the source since they were copied, and were updated at the target. */
  updated: z.number(),
  /** Differences, also those that aren't named. */
  differences: z.number(),
})
export type ReportCounts = z.infer<typeof reportCounts>

export const migrationReport = z.object({
  job: z.string(),
  source: z.object({ server: z.string(), bucket: z.string() }),
  target: z.object({ server: z.string(), bucket: z.string() }),
  taken: z.object(taken),
  status: z.string(),
  /** ISO 8601; '' until it ends. */
  started: z.string(),
  ended: z.string(),
  /** What this run copied, found at the target already, and failed to copy. */
  copied: z.number(),
  copiedBytes: z.number(),
  skipped: z.number(),
  failed: z.number(),
  counts: reportCounts,
  /** What the target didn't keep of the objects that this run copied, and of how many. */
  lost: z.array(z.object({ what: z.enum(LOSSES), count: z.number() })),
  /** The first REPORT_ENTRIES. */
  entries: z.array(reportEntry),
})
export type MigrationReport = z.infer<typeof migrationReport>
