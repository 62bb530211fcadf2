/** How replication of a bucket goes: its targets, what isn't replicated, trying again, and resyncs. */
import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'
import { bucketParams } from './bucket-name.ts'

/** Versions of objects, and their size in bytes. */
const amount = z.object({ count: z.number(), bytes: z.number() })

export const RESYNC_PHASES = ['running', 'complete', 'failed', 'canceled', 'unknown'] as const

const bucketResync = z.object({
  state: z.enum(RESYNC_PHASES),
  /** ISO 8601; '' if the server doesn't say. */
  startedAt: z.string(),
  updatedAt: z.string(),
  replicated: amount,
  failed: amount,
  /** The object that it last came to; '' before the first. */
  object: z.string(),
})
export type BucketResync = z.infer<typeof bucketResync>

const watchedTarget = z.object({
  /** Identifies it among the targets of the bucket. */
  arn: z.string(),
  /** Whether a rule to it is enabled. */
  isEnabled: z.boolean(),
  /** Whether an enabled rule to it replicates existing objects: a resync sends nothing otherwise. */
  canResync: z.boolean(),
  bucket: z.string(),
  /** The connection, as of the storage server's last health check; null if the visitor may not read remote targets. */
  link: z.nullable(
    z.object({
      /** `host` or `host:port`. */
      endpoint: z.string(),
      online: z.boolean(),
      /** ISO 8601; '' if never, or if the server doesn't report it. */
      lastOnline: z.string(),
      /** Since the storage server was started. */
      downtimeSeconds: z.number(),
      /** Average of the health checks in milliseconds; 0 if the server doesn't report it. */
      latencyMs: z.number(),
      /** Bytes per second; 0 for no limit. */
      bandwidthLimit: z.number(),
    }),
  ),
  /** Since the storage server was started; null if it doesn't count. */
  counts: z.nullable(
    z.object({
      replicated: amount,
      /** Attempts, of which one version can have several. */
      failed: amount,
      /** null from servers that don't count by the hour. */
      failedLastHour: z.nullable(amount),
      /** Average time of an upload in the last minute, in milliseconds; null if there was none. */
      uploadMs: z.nullable(z.number()),
      /** Bytes per second at present. */
      bandwidth: z.number(),
    }),
  ),
  /** The last one; null if there was none, or the visitor may not see it. */
  resync: z.nullable(bucketResync),
})
export type WatchedTarget = z.infer<typeof watchedTarget>

export const getReplicationStatus = route(
  'buckets.replicationStatus',
  'GET /api/v1/buckets/:bucket/replication-status',
  {
    summary: 'Returns the state of each replication target of a bucket, with what was replicated and what failed.',
    params: bucketParams,
    response: z.object({
      targets: z.array(watchedTarget),
      /** Of the bucket; null if the storage server doesn't count. */
      counts: z.nullable(
        z.object({
          /** Waiting to be sent at present, to any target. */
          queued: amount,
          /** Replicas that other servers sent to this bucket since the storage server was started. */
          received: amount,
        }),
      ),
    }),
    errors: BUCKET_ERRORS,
  },
)
export type ReplicationStatus = z.infer<NonNullable<(typeof getReplicationStatus)['response']>>

/** Storage servers keep no reason for each failure, but they can test their targets. */
export const checkReplication = route('buckets.checkReplication', 'GET /api/v1/buckets/:bucket/replication-check', {
  summary: 'Has the storage server test whether it can replicate to each target, and returns the first problem.',
  params: bucketParams,
  response: z.object({
    /** '' if it can. */
    problem: z.string(),
    text: failureText,
    /** What the storage server says about it. */
    words: z.string(),
  }),
  errors: [...BUCKET_ERRORS, 'NoReplicationTarget'],
})
export type ReplicationCheck = z.infer<NonNullable<(typeof checkReplication)['response']>>

/** The most versions that one call lists: servers begin at the start of the bucket each time. */
export const MAX_UNREPLICATED = 500

export const UNREPLICATED_STATES = ['failed', 'pending', 'new', 'unknown'] as const

const unreplicatedVersion = z.object({
  key: z.string(),
  /** `null` for one from before versioning. */
  versionId: z.string(),
  isDeleteMarker: z.boolean(),
  /** ISO 8601; '' if the server doesn't say. */
  modifiedAt: z.string(),
  /** The last attempt; '' if there was none. */
  triedAt: z.string(),
  /** `new`: from before the rule, which replicates existing objects. */
  state: z.enum(UNREPLICATED_STATES),
  /** ARNs of the targets that it isn't replicated to; empty for a `new` one. */
  targets: z.array(z.string()),
})
export type UnreplicatedVersion = z.infer<typeof unreplicatedVersion>

export const listUnreplicated = route('buckets.unreplicated', 'GET /api/v1/buckets/:bucket/unreplicated', {
  summary:
    'Lists versions of objects that aren’t replicated, in the order of their names. Deletions of versions aren’t listed by storage servers.',
  params: bucketParams,
  query: z.strictObject({ prefix: z._default(z.string().check(z.maxLength(1024)), '') }),
  response: z.object({
    items: z.array(unreplicatedVersion),
    /** `most`: there are more than one call lists. `time`: not all of the bucket was checked in the time of a call. */
    end: z.enum(['all', 'most', 'time']),
  }),
  errors: [...BUCKET_ERRORS, 'NoReplicationTarget'],
})
export type Unreplicated = z.infer<NonNullable<(typeof listUnreplicated)['response']>>

/** Each takes a call to the storage server. */
export const MAX_RETRIED = 100

const version = {
  key: z.string().check(z.minLength(1), z.maxLength(1024)),
  versionId: z.string().check(z.minLength(1), z.maxLength(64)),
}

export const retryReplication = route('buckets.retryReplication', 'POST /api/v1/buckets/:bucket/replication-retry', {
  summary: 'Has the storage server queue versions again whose replication failed.',
  params: bucketParams,
  body: z.strictObject({ versions: z.array(z.strictObject(version)).check(z.minLength(1), z.maxLength(MAX_RETRIED)) }),
  response: z.object({
    /** Versions that couldn't be queued. */
    failures: z.array(z.object({ key: z.string(), versionId: z.string(), message: z.string(), text: failureText })),
  }),
  errors: BUCKET_ERRORS,
})

export const startBucketResync = route('buckets.startResync', 'POST /api/v1/buckets/:bucket/replication-resync', {
  summary: 'Sends all objects of a bucket that match its rules to one target again. A resync can’t be canceled.',
  params: bucketParams,
  body: z.strictObject({ arn: z.string().check(z.minLength(1), z.maxLength(1024)) }),
  errors: [
    ...BUCKET_ERRORS,
    'NoReplicationTarget',
    'BucketResyncRunning',
    'BucketResyncNeedsExisting',
    'BucketResyncRefused',
  ],
})
