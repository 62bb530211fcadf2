import {
  AppError,
  clearObjectRetention,
  objectTagsProblem,
  setLegalHold,
  setObjectRetention,
  setObjectTags,
} from '@cooperage/contract'
import {
  getObjectRetention,
  putObjectLegalHold,
  putObjectRetention,
  putObjectTags,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { usableBucketName } from '../buckets/index.ts'
import { aboutObject } from '../shared/object-refusals.ts'
import type { RouteRegistry } from '../shared/register-route.ts'

type Retention = Parameters<typeof putObjectRetention>[3]

/** Retention, legal hold and tags of one version. */
export function lockRoutes(routes: RouteRegistry): void {
  routes.withSession(setObjectRetention, async ({ params, query, body, storage }) => {
    // Servers keep dates to the second; a part of one would be cut, and the lock a little shorter than asked for.
    const until = Math.ceil(Date.parse(body.expires) / 1000) * 1000
    if (until <= Date.now()) throw new AppError('InvalidInput', { reason: 'the retention must end in the future' })
    const retention = { mode: body.mode === 'compliance' ? ('COMPLIANCE' as const) : ('GOVERNANCE' as const), until }
    await changeRetention(storage, params.bucket, query, retention, body.governance_bypass)
  })

  routes.withSession(clearObjectRetention, async ({ params, query, storage }) => {
    await changeRetention(storage, params.bucket, query, undefined, true)
  })

  routes.withSession(setLegalHold, async ({ params, query, body, storage }) => {
    const bucket = usableBucketName(params.bucket)
    const { prefix: key, version_id: versionId } = query
    await aboutObject(
      { action: 's3:PutObjectLegalHold', bucket, key },
      putObjectLegalHold(storage, bucket, key, body.status === 'enabled', { versionId }),
    )
  })

  routes.withSession(setObjectTags, async ({ params, query, body, storage }) => {
    const bucket = usableBucketName(params.bucket)
    const { prefix: key, version_id: versionId } = query
    const reason = objectTagsProblem(body.tags)
    if (reason !== undefined) throw new AppError('InvalidInput', { reason })
    await aboutObject(
      { action: versionId ? 's3:PutObjectVersionTagging' : 's3:PutObjectTagging', bucket, key },
      putObjectTags(storage, bucket, key, body.tags, { versionId }),
    )
  })
}

async function changeRetention(
  storage: StorageClient,
  name: string,
  { prefix: key, version_id: versionId }: { prefix: string; version_id?: string | undefined },
  retention: Retention,
  bypassGovernance: boolean,
): Promise<void> {
  const bucket = usableBucketName(name)
  const change = putObjectRetention(storage, bucket, key, retention, { versionId, bypassGovernance })
  try {
    await aboutObject({ action: 's3:PutObjectRetention', bucket, key }, change)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ObjectLocked') throw error
    throw new AppError(await keeperOf(storage, bucket, key, versionId), { key }, { cause: error })
  }
}

/** Servers refuse a change of either mode in the same words, so which of them keeps the version has to be asked. */
async function keeperOf(storage: StorageClient, bucket: string, key: string, versionId: string | undefined) {
  try {
    const current = await getObjectRetention(storage, bucket, key, { versionId })
    return current?.mode === 'COMPLIANCE' ? 'ComplianceKept' : 'GovernanceKept'
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
    return 'ObjectLocked'
  }
}
