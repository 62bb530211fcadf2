import { randomBytes } from 'node:crypto'
import { bothTexts, detailText } from '@cooperage/contract'
import {
  getBucketReplication,
  putBucketReplication,
  removeRemoteTarget,
  type StorageClient,
  StorageError,
  setRemoteTarget,
  setRemoteTargetKeys,
} from '@cooperage/storage-client'
import { type Credentials, type RemoteTargetSettings, type ReplicationRule, withReplicationRule } from '@cooperage/wire'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { readableTargets } from './remote-targets.ts'
import { PairError, pairProblem, type ReplicationPair } from './replication-errors.ts'
import { withSettingErrors } from './setting-errors.ts'

export const FEATURE = 'replication' as const

/** The wanted rule, as specified by the request. */
type RuleSettings = Omit<ReplicationRule, 'id' | 'priority' | 'status' | 'destinationBucket'>

export interface PairSettings {
  target: RemoteTargetSettings
  keys: Credentials
  rule: RuleSettings
}

/** Time to delete a remote target again, even if the client no longer waits for the response. */
const CLEANUP_MS = 2_000

/**
 * Creates the remote target and its rule, after all other rules of the bucket. If the rule can't be created, the target is
 * deleted again. Must not run concurrently with other changes of the bucket's rules.
 * @throws AppError, StorageError, PairError
 */
export async function replicatePair(
  storage: StorageClient,
  pair: ReplicationPair,
  settings: PairSettings,
): Promise<void> {
  const bucket = pair.origin
  const reading = { action: 's3:GetReplicationConfiguration', bucket, feature: FEATURE }
  const present = await withSettingErrors(reading, getBucketReplication(storage, bucket))
  const before = await readableTargets(storage, bucket)
  const targeting = { action: 'admin:SetBucketTarget', bucket, feature: FEATURE }
  const arn = await withStorageErrors(targeting, setRemoteTarget(storage, bucket, settings.target, settings.keys))
  const found = before?.find((target) => target.arn === arn)
  if (found !== undefined) {
    if (!isSame(found, settings.target)) throw otherSettings(settings.target)
    // The server didn't check the keys if the target already existed.
    await withStorageErrors(targeting, setRemoteTargetKeys(storage, bucket, found, settings.keys))
  }
  if (present.rules.some((rule) => rule.destinationBucket === arn && isSameScope(rule, settings.rule))) {
    throw new PairError(detailText('pairSame', { origin: bucket }))
  }
  const rule: ReplicationRule = {
    ...settings.rule,
    id: randomBytes(10).toString('hex'),
    priority: Math.max(0, ...present.rules.map(({ priority }) => priority)) + 1,
    status: 'Enabled',
    destinationBucket: arn,
  }
  const writing = { action: 's3:PutReplicationConfiguration', bucket, feature: FEATURE }
  try {
    await withSettingErrors(writing, putBucketReplication(storage, bucket, withReplicationRule(present, rule)))
  } catch (error) {
    const isNew = found === undefined && !present.rules.some(({ destinationBucket }) => destinationBucket === arn)
    if (!isNew || (await isUndone(storage, bucket, arn))) throw error
    const problem = pairProblem(error, pair) ?? detailText('pairNotMade')
    throw new PairError(bothTexts(problem, detailText('pairTargetStays')), { cause: error })
  }
}

/** False if the new target stays. A target that a rule uses is no leftover: the rule was created after all. */
async function isUndone(storage: StorageClient, bucket: string, arn: string): Promise<boolean> {
  try {
    await removeRemoteTarget({ ...storage, signal: AbortSignal.timeout(CLEANUP_MS) }, bucket, arn)
    return true
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return error.code === 'XMinioAdminRemoteTargetNotFoundError' || error.code === 'XMinioAdminRemoteRemoveDisallowed'
  }
}

/** A health check interval that is left to the server never differs. */
function isSame(found: RemoteTargetSettings, settings: RemoteTargetSettings): boolean {
  const isSameCheck = settings.healthCheckSeconds === 0 || settings.healthCheckSeconds === found.healthCheckSeconds
  return found.isSync === settings.isSync && found.bandwidth === settings.bandwidth && isSameCheck
}

function otherSettings({ bucket, endpoint }: RemoteTargetSettings): PairError {
  return new PairError(detailText('pairOtherSettings', { destination: bucket, host: endpoint }))
}

function isSameScope(one: RuleSettings, other: RuleSettings): boolean {
  const scope = ({ prefix, tags }: RuleSettings) => JSON.stringify([prefix, Object.entries(tags).sort()])
  return scope(one) === scope(other)
}
