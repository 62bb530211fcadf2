import { AppError, objectTagsProblem, reasonText } from '@cooperage/contract'
import {
  getObjectRetention,
  putObjectLegalHold,
  putObjectRetention,
  putObjectTags,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { withObjectErrors } from '../../shared/object-errors.ts'

/** The version of an object to change; the latest if there is no id. */
export interface Version {
  bucket: string
  key: string
  versionId?: string | undefined
}

type Retention = NonNullable<Parameters<typeof putObjectRetention>[3]>

/** The requested retention. @throws AppError InvalidInput if its date is in the past */
export function toRetention(mode: 'governance' | 'compliance', expires: string): Retention {
  // Servers truncate dates to the second, which would make the lock slightly shorter than requested.
  const until = Math.ceil(Date.parse(expires) / 1000) * 1000
  if (until <= Date.now()) throw new AppError('InvalidInput', { reason: reasonText('retentionInPast') })
  return { mode: mode === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE', until }
}

/** Undefined removes it. @throws AppError ComplianceKept, GovernanceKept, and storage errors */
export async function changeRetention(
  storage: StorageClient,
  version: Version,
  retention: Retention | undefined,
  bypassGovernance: boolean,
): Promise<void> {
  const { bucket, key, versionId } = version
  const change = putObjectRetention(storage, bucket, key, retention, { versionId, bypassGovernance })
  try {
    await withObjectErrors({ action: 's3:PutObjectRetention', bucket, key }, change)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ObjectLocked') throw error
    throw new AppError(await keeperOf(storage, version), { key }, { cause: error })
  }
}

/** Servers refuse a change of either mode with the same message, so the version's mode has to be requested. */
async function keeperOf(storage: StorageClient, { bucket, key, versionId }: Version) {
  try {
    const current = await getObjectRetention(storage, bucket, key, { versionId })
    return current?.mode === 'COMPLIANCE' ? 'ComplianceKept' : 'GovernanceKept'
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
    return 'ObjectLocked'
  }
}

export async function setHold(storage: StorageClient, version: Version, isOn: boolean): Promise<void> {
  const { bucket, key, versionId } = version
  const action = 's3:PutObjectLegalHold'
  await withObjectErrors({ action, bucket, key }, putObjectLegalHold(storage, bucket, key, isOn, { versionId }))
}

export type Tags = Record<string, string>

/** @throws AppError InvalidInput for tags that no object can have */
export function checkTags(tags: Tags): void {
  const reason = objectTagsProblem(tags)
  if (reason !== undefined) throw new AppError('InvalidInput', { reason })
}

/** Replaces all tags. */
export async function writeTags(storage: StorageClient, version: Version, tags: Tags): Promise<void> {
  const { bucket, key, versionId } = version
  const action = versionId ? 's3:PutObjectVersionTagging' : 's3:PutObjectTagging'
  await withObjectErrors(
    { action, bucket, key, feature: 'tags of objects' },
    putObjectTags(storage, bucket, key, tags, { versionId }),
  )
}
