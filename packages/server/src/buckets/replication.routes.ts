import { AppError, deleteReplicationRule, getReplication, updateReplicationRule } from '@cooperage/contract'
import {
  getBucketReplication,
  putBucketReplication,
  removeRemoteTarget,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import {
  type ReplicationConfiguration,
  type ReplicationRule,
  withoutReplicationRule,
  withReplicationStatus,
} from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { createKeyedMutex } from '../shared/keyed-mutex.ts'
import { toAppError } from '../shared/storage-errors.ts'
import { readableTargets } from './remote-targets.ts'
import { FEATURE } from './replicate-pair.ts'
import { isReplicationOffered } from './replication-offer.route.ts'
import { replicationView } from './replication-view.ts'
import { setReplicationRoute } from './set-replication.route.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

/**
 * Replication rules of a bucket. Each change reads the whole configuration and writes it back with everything else
 * unchanged.
 */
export function replicationRoutes({ routes }: Registry): void {
  const withLock = createKeyedMutex()
  setReplicationRoute(routes, withLock)

  routes.withSession(getReplication, async ({ params, query, storage }) => {
    const bucket = validBucketName(params.bucket)
    const { rules } = await read(storage, bucket)
    const targets = rules.length === 0 ? [] : ((await readableTargets(storage, bucket)) ?? [])
    // What can't be determined is left out: the rules are known.
    const isOffered =
      query.with_offer && rules.length === 0 ? await isReplicationOffered(storage).catch(() => undefined) : undefined
    return {
      ...(isOffered !== undefined && { is_offered: isOffered }),
      rules: rules.map((rule) =>
        replicationView(
          rule,
          targets.find(({ arn }) => arn === rule.destinationBucket),
        ),
      ),
    }
  })

  routes.withSession(updateReplicationRule, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    await withLock(bucket, async () => {
      const present = await read(storage, bucket)
      const rule = ruleOf(present, bucket, params.ruleId)
      await write(storage, bucket, withReplicationStatus(present, rule, body.status))
    })
  })

  routes.withSession(deleteReplicationRule, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    await withLock(bucket, async () => {
      const present = await read(storage, bucket)
      const rule = ruleOf(present, bucket, params.ruleId)
      const left = withoutReplicationRule(present, rule)
      await write(storage, bucket, left)
      const isUsed = left.rules.some(({ destinationBucket }) => destinationBucket === rule.destinationBucket)
      if (!isUsed) await removeTarget(storage, bucket, rule.destinationBucket, left.rules.length === 0)
    })
  })
}

function read(storage: StorageClient, bucket: string): Promise<ReplicationConfiguration> {
  const subject = { action: 's3:GetReplicationConfiguration', bucket, feature: FEATURE }
  return withSettingErrors(subject, getBucketReplication(storage, bucket))
}

async function write(storage: StorageClient, bucket: string, configuration: ReplicationConfiguration): Promise<void> {
  const subject = { action: 's3:PutReplicationConfiguration', bucket, feature: FEATURE }
  await withSettingErrors(subject, putBucketReplication(storage, bucket, configuration))
}

/** @throws AppError NoSuchReplicationRule */
function ruleOf({ rules }: ReplicationConfiguration, bucket: string, id: string): ReplicationRule {
  const rule = rules.find((one) => one.id === id)
  if (rule === undefined) throw new AppError('NoSuchReplicationRule', { bucket, rule: id })
  return rule
}

/** @throws AppError RemoteTargetLeft, which also says that the rule is deleted */
async function removeTarget(storage: StorageClient, bucket: string, arn: string, wasLast: boolean): Promise<void> {
  try {
    await removeRemoteTarget(storage, bucket, arn)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (error.code === 'XMinioAdminRemoteTargetNotFoundError') return
    // With the last rule servers delete all targets, whether the visitor may or not.
    if (wasLast && error.code === 'AccessDenied') return
    const reason = toAppError(error, { action: 'admin:SetBucketTarget', bucket, feature: 'remote targets' }).message
    throw new AppError('RemoteTargetLeft', { bucket, reason }, { cause: error })
  }
}
