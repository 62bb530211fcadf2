/** MinIO's calls about the replication of a bucket, beyond S3's own. A server without one lists the objects of the bucket instead. */
import { type JsonObject, listField, numberField, objectField, objectPath, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readText } from '../read-whole.ts'
import { send, sendForText, timeOf } from '../send.ts'
import { StorageError } from '../storage-error.ts'

/** Versions of objects, and their size in bytes. */
export interface Amount {
  count: number
  bytes: number
}

export interface ReplicationCounts {
  /** Waiting to be sent at present, to any target. */
  queued: Amount
  /** Replicas from other servers, since the server was started. */
  received: Amount
  /** By ARN. A target is absent until something was sent to it. */
  targets: Record<string, TargetCounts>
}

/** Since the server was started. */
export interface TargetCounts {
  replicated: Amount
  /** Attempts, of which one version can have several. */
  failed: Amount
  /** Undefined from servers that don't count by the hour. */
  failedLastHour: Amount | undefined
  /** Average time of an upload in the last minute, in milliseconds; undefined if there was none. */
  uploadMs: number | undefined
  /** Bytes per second at present. */
  bandwidth: number
}

/**
 * What was replicated from a bucket, and what failed; undefined from a server that doesn't count. Needs
 * s3:GetReplicationConfiguration.
 * @throws StorageError `ReplicationConfigurationNotFoundError` without rules
 */
export async function getReplicationCounts(
  client: StorageClient,
  bucket: string,
): Promise<ReplicationCounts | undefined> {
  // Servers that have only the first version of the metrics respond with it.
  const query = { 'replication-metrics': '2' }
  const response = await send(client, { method: 'GET', path: objectPath(bucket), query })
  const now = timeOf(response) / 1000
  const text = await readText(response, client.signal)
  const document = jsonIn(text)
  if (document === undefined) return undefined
  const current = 'currStats' in document ? objectField(document, 'currStats') : document
  const targets = Object.entries(objectField(current, 'Stats'))
  return {
    queued: 'queued' in current ? amountIn(objectField(current, 'queued'), 'curr') : legacyAmount(current, 'pending'),
    received: { count: numberField(current, 'replicaCount'), bytes: numberField(current, 'replicaSize') },
    targets: Object.fromEntries(targets.map(([arn, stats]) => [arn, toCounts(objectField(stats), now)])),
  }
}

function toCounts(stats: JsonObject, now: number): TargetCounts {
  const failed = 'failed' in stats ? objectField(stats, 'failed') : undefined
  return {
    replicated: {
      count: numberField(stats, 'replicationCount'),
      bytes: numberField(stats, 'completedReplicationSize'),
    },
    failed: failed ? amountIn(failed, 'totals') : legacyAmount(stats, 'failed'),
    failedLastHour: failed && amountIn(failed, 'lastHour'),
    uploadMs: uploadMs(objectField(stats, 'replicationLatency'), now),
    bandwidth: numberField(stats, 'currentBandwidth'),
  }
}

function amountIn(fields: JsonObject, name: string): Amount {
  const amount = objectField(fields, name)
  return { count: numberField(amount, 'count'), bytes: numberField(amount, 'bytes') }
}

/** As older servers count. */
function legacyAmount(stats: JsonObject, what: 'pending' | 'failed'): Amount {
  return {
    count: numberField(stats, `${what}ReplicationCount`),
    bytes: numberField(stats, `${what}ReplicationSize`),
  }
}

/** Servers keep the uploads of the last minute by size and second, but forget them only with the next upload. */
function uploadMs(latency: JsonObject, now: number): number | undefined {
  let nanoseconds = 0
  let uploads = 0
  for (const entry of listField(latency, 'UploadHistogram')) {
    const ofSize = objectField(entry)
    if (now - numberField(ofSize, 'LastSec') > 60) continue
    for (const second of listField(ofSize, 'Totals')) {
      nanoseconds += numberField(objectField(second), 'Total')
      uploads += numberField(objectField(second), 'N')
    }
  }
  return uploads > 0 ? nanoseconds / uploads / 1e6 : undefined
}

/**
 * Has the server test each target of the enabled rules: its bucket, versioning, object locking, and whether its keys may write
 * there. Targets store nothing for it. Needs s3:GetReplicationConfiguration.
 * @throws StorageError for the first problem, and `NotImplemented` from servers without it
 */
export async function checkReplicationTargets(client: StorageClient, bucket: string): Promise<void> {
  const request = { method: 'GET', path: objectPath(bucket), query: { 'replication-check': '' } } as const
  if ((await sendForText(client, request)).trim() !== '') throw missing('replication-check')
}

export interface TargetResync {
  arn: string
  /** As servers call it: `Pending`, `Ongoing`, `Completed`, `Failed`, `Canceled`. */
  status: string
  /** Milliseconds since the epoch, 0 if the server doesn't say. */
  startedAt: number
  updatedAt: number
  replicated: Amount
  failed: Amount
  /** The object that it last came to; '' before the first. */
  object: string
}

/**
 * The last resync to each target; empty from servers that don't report it. Needs s3:ResetBucketReplicationState.
 * @throws StorageError `ReplicationConfigurationNotFoundError` without rules
 */
export async function listTargetResyncs(client: StorageClient, bucket: string): Promise<TargetResync[]> {
  const query = { 'replication-reset-status': '' }
  const document = jsonIn(await sendForText(client, { method: 'GET', path: objectPath(bucket), query }))
  return document === undefined ? [] : listField(document, 'target').map(toResync)
}

function toResync(entry: unknown): TargetResync {
  const target = objectField(entry)
  return {
    arn: textField(target, 'arn'),
    status: textField(target, 'resyncStatus'),
    startedAt: timeIn(target, 'startTime'),
    updatedAt: timeIn(target, 'endTime'),
    replicated: {
      count: numberField(target, 'replicationCount'),
      bytes: numberField(target, 'completedReplicationSize'),
    },
    failed: {
      count: numberField(target, 'failedReplicationCount'),
      bytes: numberField(target, 'failedReplicationSize'),
    },
    object: textField(target, 'object'),
  }
}

/** Go's zero date is in the year 1. */
function timeIn(fields: JsonObject, name: string): number {
  return Math.max(0, Date.parse(textField(fields, name)) || 0)
}

/**
 * Sends all objects that match the rules to a target again, which has to be online. Needs s3:ResetBucketReplicationState.
 * @throws StorageError `XMinioReplicationNoExistingObjects` if no rule replicates existing objects there,
 * `XMinioAdminReplicationRemoteConnectionError`, `BadRequest` with words that say that one is running, or `NotImplemented` from
 * servers without it
 */
export async function startTargetResync(client: StorageClient, bucket: string, arn: string): Promise<void> {
  // Other servers ignore what they don't know of the query, and would create the bucket.
  if ((await client.endpoint.profile()).kind !== 'minio') throw missing('replication-reset')
  const query = { 'replication-reset': '', arn }
  const text = await sendForText(client, { method: 'PUT', path: objectPath(bucket), query })
  if (jsonIn(text) === undefined) throw missing('replication-reset')
}

/** undefined for anything else than a JSON object: the list of objects. */
function jsonIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? objectField(value) : undefined
  } catch {
    return undefined
  }
}

function missing(call: string): StorageError {
  return new StorageError('refused', `The storage server doesn't have ${call}`, { code: 'NotImplemented', status: 501 })
}
