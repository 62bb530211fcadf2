import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { failureText } from '../text.ts'
import { bucketParams } from './bucket-name.ts'

const syncMode = z.enum(['async', 'sync'])
export type SyncMode = z.infer<typeof syncMode>

/** The destination bucket of a rule. If the visitor may not read remote targets, `endpoint` and everything else is empty. */
export const replicationTarget = z.object({
  /** `host` or `host:port`, without a scheme. */
  endpoint: z.string(),
  /** Whether the endpoint uses TLS. */
  secure: z.boolean(),
  bucket: z.string(),
  region: z.string(),
  syncMode,
  /** Bytes per second, 0 for no limit. */
  bandwidth: z.number(),
  /** Interval of health checks in seconds. */
  healthCheckPeriod: z.number(),
  /** As of the storage server's last health check. */
  online: z.boolean(),
  /** When it was last online, ISO 8601; '' if never, or if the server doesn't report it. */
  lastOnline: z.string(),
})
export type ReplicationTarget = z.infer<typeof replicationTarget>

/** A rule that copies objects to another bucket. */
export const replicationRule = z.object({
  id: z.string(),
  priority: z.number(),
  status: z.enum(['Enabled', 'Disabled']),
  /** `bucket` is the ARN of the target. */
  destination: z.object({ bucket: z.string() }),
  prefix: z.string(),
  /** `key=value&…`, '' for no tag filter. */
  tags: z.string(),
  /** Delete markers are replicated. */
  delete_marker_replication: z.boolean(),
  /** Deletions of versions are replicated. */
  deletes_replication: z.boolean(),
  /** Metadata changes on the replica are synced back. */
  metadata_replication: z.boolean(),
  /** Existing objects are replicated. */
  existingObjects: z.boolean(),
  /** At the target; '' for the target's default. */
  storageClass: z.string(),
  target: replicationTarget,
})
export type ReplicationRule = z.infer<typeof replicationRule>

export const getReplication = route('buckets.replication', 'GET /api/v1/buckets/:bucket/replication', {
  summary: 'Lists the replication rules of a bucket.',
  params: bucketParams,
  query: z.strictObject({
    /** Also returns whether the storage server supports replication. */
    with_offer: z._default(z.stringbool(), false),
  }),
  response: z.object({
    rules: z.array(replicationRule),
    /** If it was asked for, and there is no rule: also true if the storage server doesn't report it to this account. */
    is_offered: z.optional(z.boolean()),
  }),
  errors: BUCKET_ERRORS,
})

/** Maximum number of buckets per call; each takes several calls to the storage server. */
export const MAX_REPLICATED_BUCKETS = 100
/** The lowest bandwidth limit that storage servers accept, in bytes per second. */
export const MIN_REPLICATION_BANDWIDTH = 100_000_000
/** Seconds: a day. */
export const MAX_HEALTH_CHECK_PERIOD = 86_400

const key = z.string().check(z.minLength(1), z.maxLength(1024))
const bucketName = z.string().check(z.minLength(1), z.maxLength(63))
/** Maximum length of a key, and so of a part of one, in bytes. */
const prefix = z._default(z.string().check(z.maxLength(1024)), '')

/** The remote server and its credentials; the secret key never appears in logs or responses. */
const remoteAccess = {
  accessKey: key,
  secretKey: key,
  targetURL: z.string().check(z.minLength(1), z.maxLength(2048)),
  region: z._default(z.string().check(z.maxLength(64)), ''),
}

/**
 * Creates the remote target and a rule with the next free priority for each pair. A failure is reported in `errorString` (''
 * on success) and doesn't stop other pairs.
 */
export const setReplication = route('buckets.setReplication', 'POST /api/v1/buckets-replication', {
  summary: 'Adds replication rules from buckets to buckets of another storage server.',
  body: z.strictObject({
    ...remoteAccess,
    bucketsRelation: z
      .array(z.strictObject({ originBucket: bucketName, destinationBucket: bucketName }))
      .check(z.minLength(1), z.maxLength(MAX_REPLICATED_BUCKETS)),
    syncMode: z._default(syncMode, 'async'),
    /** Bytes per second; 0 for no limit, which also applies if `sync` is set. */
    bandwidth: z._default(z.number().check(z.int(), z.minimum(0)), 0),
    /** Seconds; 0 for the storage server's default. */
    healthCheckPeriod: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_HEALTH_CHECK_PERIOD)), 0),
    prefix,
    /** `key=value&key2=value2` */
    tags: z._default(z.string().check(z.maxLength(8192)), ''),
    replicateDeleteMarkers: z._default(z.boolean(), true),
    replicateDeletes: z._default(z.boolean(), true),
    replicateMetadata: z._default(z.boolean(), false),
    replicateExistingObjects: z._default(z.boolean(), false),
    /** '' for the target's default. */
    storageClass: z._default(z.string().check(z.maxLength(255)), ''),
  }),
  response: z.object({
    /** One per pair, in request order. */
    replicationState: z.array(
      z.object({ originBucket: z.string(), targetBucket: z.string(), errorString: z.string(), text: failureText }),
    ),
  }),
})

const ruleParams = z.strictObject({ bucket: z.string(), ruleId: z.string() })

/** Keeps everything else of the rule and all other rules. */
export const updateReplicationRule = route(
  'buckets.updateReplicationRule',
  'PUT /api/v1/buckets/:bucket/replication/:ruleId',
  {
    summary: 'Enables or disables a replication rule.',
    params: ruleParams,
    body: z.strictObject({ status: z.enum(['Enabled', 'Disabled']) }),
    errors: [...BUCKET_ERRORS, 'NoSuchReplicationRule', 'SettingRefused'],
  },
)

export const deleteReplicationRule = route(
  'buckets.deleteReplicationRule',
  'DELETE /api/v1/buckets/:bucket/replication/:ruleId',
  {
    summary: 'Deletes a replication rule, and its remote target unless another rule uses it. Replicated objects stay.',
    params: ruleParams,
    errors: [...BUCKET_ERRORS, 'NoSuchReplicationRule', 'SettingRefused', 'RemoteTargetLeft'],
  },
)

/** Changes nothing, but is audited, because the console connects to an address that the visitor chose. */
export const listExternalBuckets = route('buckets.external', 'POST /api/v1/list-external-buckets', {
  audit: 'test',
  summary: 'Lists the buckets of another storage server.',
  body: z.strictObject({
    ...remoteAccess,
    /** Applies if `targetURL` has no scheme. */
    useTLS: z._default(z.boolean(), true),
  }),
  response: z.object({ buckets: z.array(z.object({ name: z.string() })), total: z.number() }),
  errors: ['RemoteAddressRefused', 'RemoteUnreachable', 'RemoteKeysRefused', 'RemoteUnreadable'],
})
