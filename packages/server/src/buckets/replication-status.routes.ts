import {
  AppError,
  checkReplication,
  detailText,
  type FailureText,
  failureWords,
  getReplicationStatus,
  listUnreplicated,
  MAX_UNREPLICATED,
  type RESYNC_PHASES,
  type RouteResponse,
  retryReplication,
  startBucketResync,
  type UNREPLICATED_STATES,
  type WatchedTarget,
} from '@cooperage/contract'
import {
  checkReplicationTargets,
  type DifferingVersion,
  differingVersions,
  getBucketReplication,
  getReplicationCounts,
  headObject,
  listTargetResyncs,
  type ReplicationCounts,
  type StorageClient,
  StorageError,
  startTargetResync,
  type TargetResync,
} from '@cooperage/storage-client'
import type { RemoteTarget, ReplicationRule } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { shortWords, toAppError, withStorageErrors } from '../shared/storage-errors.ts'
import { readableTargets } from './remote-targets.ts'
import { FEATURE } from './replicate-pair.ts'
import { targetProblem } from './replication-errors.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const RESYNC = 's3:ResetBucketReplicationState'
/** What servers say of a bucket without rules. */
const NO_RULES = 'ReplicationConfigurationNotFoundError'
/** The storage server goes through the whole bucket: a list ends after this time with what was found. */
const LIST_MS = 5_000
/** Versions that are queued at the same time. */
const AT_ONCE = 8

/** How replication of a bucket goes, and what can be done about it. */
export function replicationStatusRoutes({ routes }: Registry): void {
  routes.withSession(getReplicationStatus, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    const rules = await rulesOf(storage, bucket)
    if (rules.length === 0) return { targets: [], counts: null }
    const [remotes, counts, resyncs] = await Promise.all([
      readableTargets(storage, bucket),
      withStorageErrors(reading(bucket), getReplicationCounts(storage, bucket)),
      readableResyncs(storage, bucket),
    ])
    const arns = [...new Set(rules.map(({ destinationBucket }) => destinationBucket))]
    return {
      targets: arns.map((arn) => watchedTarget(arn, rules, remotes, counts, resyncs)),
      counts: counts ? { queued: counts.queued, received: counts.received } : null,
    }
  })

  routes.withSession(checkReplication, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    try {
      await checkReplicationTargets(storage, bucket)
      return { problem: '', words: '' }
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      if (error.code === NO_RULES) throw new AppError('NoReplicationTarget', { bucket }, { cause: error })
      const isLate = error.kind === 'timeout'
      if (!isLate && isAboutCall(error)) throw toAppError(error, reading(bucket))
      // A server that responds to this one in time waited for a target before.
      const remotes = (await withStorageErrors(reading(bucket), readableTargets(storage, bucket))) ?? []
      const text = (isLate ? lateTarget(remotes) : problemOf(error, bucket, remotes)) ?? detailText('targetProblem')
      return { problem: text.text, text, words: shortWords(error.message) }
    }
  })

  routes.withSession(listUnreplicated, async ({ params, query: { prefix }, storage, signal }) => {
    const bucket = validBucketName(params.bucket)
    return await unreplicated({ ...storage, signal }, bucket, prefix)
  })

  // A server queues a version that failed when anyone asks for it. One that is replicated already isn't sent again.
  routes.withSession(retryReplication, async ({ params, body: { versions }, storage, request }) => {
    const bucket = validBucketName(params.bucket)
    const failures: RouteResponse<typeof retryReplication>['failures'] = []
    await inParallel(versions, AT_ONCE, async ({ key, versionId }) => {
      try {
        await headObject(storage, bucket, key, { versionId })
      } catch (error) {
        if (!(error instanceof StorageError)) throw error
        // A delete marker has no content, but was queued; a version that is gone needs nothing.
        if (error.code === 'MethodNotAllowed' || error.code === 'NoSuchKey' || error.code === 'NoSuchVersion') return
        const known = toAppError(error, { action: 's3:GetObjectVersion', bucket, key })
        if (known.status === 401) throw known
        request.failure = known.code
        failures.push({ key, versionId, ...failureWords(known) })
      }
    })
    return { failures }
  })

  routes.withSession(startBucketResync, async ({ params, body: { arn }, storage }) => {
    const bucket = validBucketName(params.bucket)
    try {
      await startTargetResync(storage, bucket, arn)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      throw await resyncError(error, storage, bucket, arn)
    }
  })
}

const reading = (bucket: string) => ({ action: 's3:GetReplicationConfiguration', bucket, feature: FEATURE }) as const

async function rulesOf(storage: StorageClient, bucket: string): Promise<ReplicationRule[]> {
  return (await withSettingErrors(reading(bucket), getBucketReplication(storage, bucket))).rules
}

/** Without the permission the status has no resyncs. */
async function readableResyncs(storage: StorageClient, bucket: string): Promise<TargetResync[]> {
  try {
    return await listTargetResyncs(storage, bucket)
  } catch (error) {
    // Servers report a bucket that was never resynced as a bad request, depending on their version.
    const isUnreadable = error instanceof StorageError && error.kind === 'refused' && error.status < 500
    if (isUnreadable && toAppError(error).status !== 401) return []
    throw error instanceof StorageError ? toAppError(error, { action: RESYNC, bucket, feature: FEATURE }) : error
  }
}

function watchedTarget(
  arn: string,
  rules: readonly ReplicationRule[],
  remotes: readonly RemoteTarget[] | undefined,
  counts: ReplicationCounts | undefined,
  resyncs: readonly TargetResync[],
): WatchedTarget {
  const enabled = rules.filter(({ destinationBucket, status }) => destinationBucket === arn && status === 'Enabled')
  const remote = remotes?.find((one) => one.arn === arn)
  const resync = resyncs.find((one) => one.arn === arn)
  return {
    arn,
    isEnabled: enabled.length > 0,
    canResync: enabled.some(({ existingObjects }) => existingObjects),
    bucket: remote?.bucket ?? arn.slice(arn.lastIndexOf(':') + 1),
    link: remote
      ? {
          endpoint: remote.endpoint,
          online: remote.isOnline,
          lastOnline: isoTime(remote.lastOnline),
          downtimeSeconds: remote.downtimeSeconds,
          latencyMs: remote.latencyMs,
          bandwidthLimit: remote.bandwidth,
        }
      : null,
    counts: counts ? targetCounts(Object.hasOwn(counts.targets, arn) ? counts.targets[arn] : undefined) : null,
    resync: resync === undefined || resync.status === '' ? null : bucketResync(resync),
  }
}

const NOTHING = { count: 0, bytes: 0 }

/** A server that counts leaves out a target until something was sent to it. */
function targetCounts(counts: ReplicationCounts['targets'][string] | undefined): WatchedTarget['counts'] {
  if (counts === undefined) {
    return { replicated: NOTHING, failed: NOTHING, failedLastHour: NOTHING, uploadMs: null, bandwidth: 0 }
  }
  return { ...counts, failedLastHour: counts.failedLastHour ?? null, uploadMs: counts.uploadMs ?? null }
}

/** By the names that servers give them. */
const PHASES: Readonly<Record<string, (typeof RESYNC_PHASES)[number]>> = {
  Pending: 'running',
  Ongoing: 'running',
  Completed: 'complete',
  Failed: 'failed',
  Canceled: 'canceled',
}

function bucketResync({ status, startedAt, updatedAt, replicated, failed, object }: TargetResync) {
  const state = (Object.hasOwn(PHASES, status) ? PHASES[status] : undefined) ?? ('unknown' as const)
  return { state, startedAt: isoTime(startedAt), updatedAt: isoTime(updatedAt), replicated, failed, object }
}

const isoTime = (time: number) => (time > 0 ? new Date(time).toISOString() : '')

async function unreplicated(
  storage: StorageClient,
  bucket: string,
  prefix: string,
): Promise<RouteResponse<typeof listUnreplicated>> {
  const late = AbortSignal.timeout(LIST_MS)
  const signal = storage.signal === undefined ? late : AbortSignal.any([storage.signal, late])
  const items: RouteResponse<typeof listUnreplicated>['items'] = []
  try {
    for await (const version of differingVersions({ ...storage, signal }, bucket, prefix)) {
      if (items.length === MAX_UNREPLICATED) return { items, end: 'most' }
      items.push(toVersion(version))
    }
    return { items, end: 'all' }
  } catch (error) {
    if (late.aborted && storage.signal?.aborted !== true) return { items, end: 'time' }
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'XMinioAdminRemoteTargetNotFoundError') {
      throw new AppError('NoReplicationTarget', { bucket }, { cause: error })
    }
    throw toAppError(error, { action: 'admin:ReplicationDiff', feature: FEATURE })
  }
}

/** By the names that servers give them. */
const STATES: Readonly<Record<string, (typeof UNREPLICATED_STATES)[number]>> = {
  FAILED: 'failed',
  PENDING: 'pending',
  '': 'new',
}

function toVersion({ versionId, modifiedAt, triedAt, status, ...version }: DifferingVersion) {
  return {
    ...version,
    versionId: versionId || 'null',
    modifiedAt: isoTime(modifiedAt),
    triedAt: isoTime(triedAt),
    state: (Object.hasOwn(STATES, status) ? STATES[status] : undefined) ?? ('unknown' as const),
  }
}

/** Whether an error is about the call, and not about a target. */
function isAboutCall(error: StorageError): boolean {
  const { code, status } = toAppError(error)
  return error.kind !== 'refused' || status === 401 || ABOUT_CALL.has(code)
}

const ABOUT_CALL = new Set(['AccessDenied', 'NotInThisSetup', 'NoSuchBucket', 'StorageTimeout', 'StorageUnreachable'])

/** The sentence about targets one of which doesn't respond. */
function lateTarget(remotes: readonly RemoteTarget[]): FailureText | undefined {
  const hosts = [...new Set(remotes.map(({ endpoint }) => endpoint))]
  return hosts.length === 0 ? undefined : detailText('pairTimeout', { host: hosts.join(', ') })
}

/** The sentence about the target that an error names, or about the only one. */
function problemOf(error: StorageError, bucket: string, remotes: readonly RemoteTarget[]): FailureText | undefined {
  const named = remotes.filter((one) => error.message.includes(one.endpoint))
  const fitting = named.length > 0 ? named : remotes.filter((one) => error.message.includes(one.bucket))
  const [remote] = remotes.length === 1 ? remotes : fitting
  if (remote === undefined) return undefined
  return targetProblem(error, { origin: bucket, destination: remote.bucket, host: remote.endpoint })
}

/** Why a resync wasn't started. */
async function resyncError(
  error: StorageError,
  storage: StorageClient,
  bucket: string,
  arn: string,
): Promise<AppError> {
  const { code, message } = error
  const options = { cause: error }
  if (code === 'XMinioAdminRemoteTargetNotFoundError' || code === NO_RULES) {
    return new AppError('NoReplicationTarget', { bucket }, options)
  }
  if (code === 'XMinioReplicationNoExistingObjects')
    return new AppError('BucketResyncNeedsExisting', { bucket }, options)
  if (/resync .*already in progress/i.test(message)) return new AppError('BucketResyncRunning', { bucket }, options)
  const known = toAppError(error, { action: RESYNC, bucket, feature: FEATURE })
  if (known.code !== 'StorageError' && code !== 'XMinioAdminReplicationRemoteConnectionError') return known
  const remotes = ((await readableTargets(storage, bucket)) ?? []).filter((one) => one.arn === arn)
  const text = problemOf(error, bucket, remotes)
  return new AppError('BucketResyncRefused', { bucket }, { ...options, detailedMessage: text ?? shortWords(message) })
}
