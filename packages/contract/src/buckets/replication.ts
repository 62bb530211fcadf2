import * as z from 'zod/mini'
import { BUCKET_ERRORS } from '../declared-errors.ts'
import { route } from '../route.ts'
import { bucketParams } from './bucket-params.ts'

const syncMode = z.enum(['async', 'sync'])
export type SyncMode = z.infer<typeof syncMode>

/** The bucket that a rule copies to. Where the visitor may not read remote targets `endpoint` is '' and all else empty too. */
export const replicationTarget = z.object({
  /** `host` or `host:port`, without a scheme. */
  endpoint: z.string(),
  /** Whether TLS is spoken there. */
  secure: z.boolean(),
  bucket: z.string(),
  region: z.string(),
  syncMode,
  /** Bytes in a second, 0 for as many as go. */
  bandwidth: z.number(),
  /** Seconds from one look whether the target is there to the next. */
  healthCheckPeriod: z.number(),
  /** As the storage server saw it last. */
  online: z.boolean(),
  /** When it was there last, ISO 8601; '' where it never was, or the server does not say. */
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
  /** `key=value&…`, '' for objects whatever their tags. */
  tags: z.string(),
  /** Soft deletes go along. */
  delete_marker_replication: z.boolean(),
  /** Deletes of single versions go along. */
  deletes_replication: z.boolean(),
  /** Changes of metadata that are made at a replica come back. */
  metadata_replication: z.boolean(),
  /** Objects from before the rule go along. */
  existingObjects: z.boolean(),
  /** At the target; '' for its own choice. */
  storageClass: z.string(),
  target: replicationTarget,
})
export type ReplicationRule = z.infer<typeof replicationRule>

export const getReplication = route({
  id: 'buckets.replication',
  method: 'GET',
  path: '/api/v1/buckets/:bucket/replication',
  summary: 'Lists the replication rules of a bucket.',
  params: bucketParams,
  response: z.object({ rules: z.array(replicationRule) }),
  errors: BUCKET_ERRORS,
})

/** Buckets that one call sets up; each takes several calls to the storage. */
export const MAX_REPLICATED_BUCKETS = 100
/** Storage servers take no narrower limit than this, bytes in a second. */
export const MIN_REPLICATION_BANDWIDTH = 100_000_000
/** Seconds: a day. */
export const MAX_HEALTH_CHECK_PERIOD = 86_400

const key = z.string().check(z.minLength(1), z.maxLength(1024))
const bucketName = z.string().check(z.minLength(1), z.maxLength(63))
/** Bytes that a key, and so a part of one, may have. */
const prefix = z._default(z.string().check(z.maxLength(1024)), '')

/** Who is asked and as whom; the secret is in no log and no answer. */
const remoteAccess = {
  accessKey: key,
  secretKey: key,
  targetURL: z.string().check(z.minLength(1), z.maxLength(2048)),
  region: z._default(z.string().check(z.maxLength(64)), ''),
}

/**
 * Makes for each pair the remote target and a rule with the next free priority. What fails is told in `errorString`, ''
 * where nothing did; it stops no other pair.
 */
export const setReplication = route({
  id: 'buckets.setReplication',
  method: 'POST',
  path: '/api/v1/buckets-replication',
  summary: 'Adds replication rules from buckets to buckets of another storage server.',
  body: z.strictObject({
    ...remoteAccess,
    bucketsRelation: z
      .array(z.strictObject({ originBucket: bucketName, destinationBucket: bucketName }))
      .check(z.minLength(1), z.maxLength(MAX_REPLICATED_BUCKETS)),
    syncMode: z._default(syncMode, 'async'),
    /** Bytes in a second; 0, and with `sync` always, for as many as go. */
    bandwidth: z._default(z.number().check(z.int(), z.minimum(0)), 0),
    /** Seconds; 0 leaves it to the storage server. */
    healthCheckPeriod: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(MAX_HEALTH_CHECK_PERIOD)), 0),
    prefix,
    /** `key=value&key2=value2` */
    tags: z._default(z.string().check(z.maxLength(8192)), ''),
    replicateDeleteMarkers: z._default(z.boolean(), true),
    replicateDeletes: z._default(z.boolean(), true),
    replicateMetadata: z._default(z.boolean(), false),
    replicateExistingObjects: z._default(z.boolean(), false),
    /** '' leaves it to the target. */
    storageClass: z._default(z.string().check(z.maxLength(255)), ''),
  }),
  response: z.object({
    /** One for each pair, in their order. */
    replicationState: z.array(
      z.object({ originBucket: z.string(), targetBucket: z.string(), errorString: z.string() }),
    ),
  }),
})

const ruleParams = z.strictObject({ bucket: z.string(), ruleId: z.string() })

/** Everything else of the rule, and of all others, stays. */
export const updateReplicationRule = route({
  id: 'buckets.updateReplicationRule',
  method: 'PUT',
  path: '/api/v1/buckets/:bucket/replication/:ruleId',
  summary: 'Enables or disables a replication rule.',
  params: ruleParams,
  body: z.strictObject({ status: z.enum(['Enabled', 'Disabled']) }),
  errors: [...BUCKET_ERRORS, 'NoSuchReplicationRule', 'SettingRefused'],
})

export const deleteReplicationRule = route({
  id: 'buckets.deleteReplicationRule',
  method: 'DELETE',
  path: '/api/v1/buckets/:bucket/replication/:ruleId',
  summary: 'Deletes a replication rule, and its remote target unless another rule uses it. Replicated objects stay.',
  params: ruleParams,
  errors: [...BUCKET_ERRORS, 'NoSuchReplicationRule', 'SettingRefused', 'RemoteTargetLeft'],
})

/** Changes nothing; in the audit trail all the same, because the console connects to where it is told. */
export const listExternalBuckets = route({
  id: 'buckets.external',
  method: 'POST',
  path: '/api/v1/list-external-buckets',
  summary: 'Lists the buckets of another storage server.',
  body: z.strictObject({
    ...remoteAccess,
    /** Holds where `targetURL` has no scheme. */
    useTLS: z._default(z.boolean(), true),
  }),
  response: z.object({ buckets: z.array(z.object({ name: z.string() })), total: z.number() }),
  errors: ['RemoteAddressRefused', 'RemoteUnreachable', 'RemoteKeysRefused', 'RemoteUnreadable'],
})
