import { AppError, reasonText, type VersionsChange } from '@cooperage/contract'
import { type BucketVersioning, getBucketVersioning, type StorageClient } from '@cooperage/storage-client'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import type { Selected } from '../selection.ts'
import type { VersionGoal } from './plan.ts'

/** @throws AppError InvalidInput */
export function requirePaths(paths: readonly Selected[]): void {
  if (paths.some(({ path, recursive }) => path === '' && !recursive)) {
    throw new AppError('InvalidInput', { reason: reasonText('wholeBucketIsRecursive') })
  }
}

/** The rule for a change, with the state of the bucket that it depends on. @throws AppError */
export async function goalOf(storage: StorageClient, bucket: string, change: VersionsChange): Promise<VersionGoal> {
  if (change.kind === 'deleteNoncurrent') return change
  if (change.kind === 'undelete') {
    const since = change.since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(change.since)
    return { kind: 'undelete', since }
  }
  const subject = { action: 's3:GetBucketVersioning', bucket }
  const versioning = await withStorageErrors(subject, getBucketVersioning(storage, bucket))
  return { kind: 'restore', at: Date.parse(change.at), isNullReplaced: !isWholeVersioned(versioning) }
}

function isWholeVersioned({ status, excludedPrefixes, excludeFolders }: BucketVersioning): boolean {
  return status === 'Enabled' && (excludedPrefixes ?? []).length === 0 && excludeFolders !== true
}
