import { requireBucket } from '../index/bucket-rows.ts'
import type { MarkerRow } from '../index/rows.ts'
import type { DeleteObjectOptions, DeleteOutcome } from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { commitKey, type KeyCommit } from './commit-key.ts'
import { asVersion } from './objects.ts'
import { findVersion, isMarker, type Version, versionIdOf, versionRecord } from './versions.ts'

const NOTHING: DeleteOutcome = { found: false, isDeleteMarker: false }

export async function deleteObject(
  context: StoreContext,
  bucket: string,
  key: string,
  options: DeleteObjectOptions = {},
): Promise<DeleteOutcome> {
  const { index } = context
  requireBucket(index, bucket)
  // Most deletes of missing keys end here, without a commit.
  const isConditional = options.precondition !== undefined || options.targetCondition !== undefined
  if (!isConditional && !findVersion(index, bucket, key, options.versionId)) return NOTHING
  const { precondition, bypassGovernance, targetCondition, versionId } = options
  return await commitKey(context, { bucket, key, precondition, bypassGovernance }, (commit) => {
    const { latest } = commit.versions
    const target = versionId === undefined ? latest : findVersion(commit.writer, bucket, key, versionId)
    targetCondition?.(target && versionRecord(bucket, key, target, target.order === latest?.order))
    return versionId === undefined ? deleteLatest(context, commit, options) : deleteVersion(commit.versions, target)
  })
}

function deleteVersion(versions: KeyCommit['versions'], version: Version | undefined): DeleteOutcome {
  if (!version) return NOTHING
  versions.remove(version)
  return { found: true, ...outcomeOf(version) }
}

function deleteLatest(
  { now, newOrder }: StoreContext,
  { bucketRow: { versioning }, versions }: KeyCommit,
  { repeatMarker = false }: DeleteObjectOptions,
): DeleteOutcome {
  const { latest } = versions
  if (!latest) return NOTHING
  if (versioning === 'Off') return deleteVersion(versions, latest)
  if (isMarker(latest.row) && !repeatMarker) return { found: false, ...outcomeOf(latest) }
  const marker = asVersion<MarkerRow>({ gone: 1, m: now() }, versioning)
  return { found: true, ...outcomeOf(versions.add(marker, newOrder)) }
}

function outcomeOf(version: Version): Pick<DeleteOutcome, 'versionId' | 'isDeleteMarker'> {
  return { versionId: versionIdOf(version), isDeleteMarker: isMarker(version.row) }
}
