import { AppError, type JobSpec, type ObjectFailure } from '@cooperage/contract'
import { listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import type { ListedVersion } from '@cooperage/wire'
import {
  copyWhole,
  Deletion,
  goalOf,
  headSource,
  requirePaths,
  stateOfVersion,
  type VersionAction,
  VersionPlan,
  versionsOfKey,
} from '../../objects/index.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { affectsAllObjects, withStorageErrors } from '../../shared/storage-errors.ts'
import type { JobKind, Statement, StepResult } from '../job-kind.ts'
import { statementsFor } from '../key-policy.ts'
import { isSameContent } from './is-same-content.ts'
import { countVersions, planSelection } from './plan-selection.ts'
import { versionsLookup } from './versions-lookup.ts'

type VersionsSpec = Extract<JobSpec, { kind: 'restore' | 'undelete' | 'deleteNoncurrent' }>
type ActionOf<Kind> = Extract<VersionAction, { kind: Kind }>
type Copy = ActionOf<'copy'>
type Mark = ActionOf<'mark'>
type Removal = ActionOf<'remove'>

/** One copy, or marks or removals that one request does. */
type VersionsStep = { copy: Copy } | { marks: Mark[] } | { removals: Removal[] }

const IN_STEP = 250
/** Objects that are looked up concurrently. */
const CHECKED_AT_ONCE = 8

/**
 * Restores, undeletions and deletions of noncurrent versions. The rule is the one of the object browser; the state of the latest
 * version before a step shows a repeated step whether it was done.
 */
export const versionsKind: JobKind<VersionsSpec, VersionsStep> = {
  atOnce: 8,
  check: ({ paths }) => requirePaths(paths),
  statements(spec) {
    const { bucket, paths } = spec
    return [
      ...statementsFor(bucket, paths, { actions: actionsOf(spec), listing: ['s3:ListBucketVersions'] }),
      ...(spec.kind === 'restore' ? [versioningOf(bucket)] : []),
    ]
  },
  async plan({ storage }, spec, position) {
    const { items, next, failures } = await planSelection(spec.paths, position, await lookupOf(storage, spec))
    const actions = items.map(({ item }) => item)
    return {
      steps: stepsOf(actions),
      next,
      failures: [...failures, ...actions.filter((action) => action.kind === 'refuse').map(failureOf)],
      skipped: actions.filter(isNewer).length,
    }
  },
  async count({ storage }, spec, position) {
    const isCounted = (action: VersionAction) => action.kind !== 'leave' || isNewer(action)
    return await countVersions(spec.paths, position, await lookupOf(storage, spec), isCounted)
  },
  async run({ storage }, spec, step, isRepeated) {
    const { bucket } = spec
    if ('copy' in step) return await copy(storage, bucket, step.copy, isRepeated)
    if ('marks' in step) return await mark(storage, bucket, step.marks, isRepeated)
    const bypassGovernance = spec.kind === 'deleteNoncurrent' && spec.bypass
    return await remove(storage, bucket, step.removals, { isRepeated, bypassGovernance })
  },
}

async function lookupOf(storage: StorageClient, { bucket, paths: _, as_of, ...change }: VersionsSpec) {
  const goal = await goalOf(storage, bucket, change)
  return versionsLookup(storage, bucket, () => new VersionPlan(goal, Date.parse(as_of)), {
    // Only a restore compares versions. Locks needn't be readable: the storage server refuses what they keep.
    withMetadata: change.kind === 'restore',
  })
}

/** Changed since the dry run, and skipped. */
function isNewer(action: VersionAction): boolean {
  return action.kind === 'leave' && action.reason === 'newer'
}

function actionsOf(spec: VersionsSpec): string[] {
  if (spec.kind !== 'restore') {
    const bypass = spec.kind === 'deleteNoncurrent' && spec.bypass ? ['s3:BypassGovernanceRetention'] : []
    return ['s3:DeleteObject', 's3:DeleteObjectVersion', ...bypass]
  }
  return [
    ...['s3:GetObject', 's3:GetObjectVersion', 's3:GetObjectTagging', 's3:GetObjectVersionTagging'],
    ...['s3:PutObject', 's3:PutObjectTagging', 's3:AbortMultipartUpload', 's3:DeleteObject'],
  ]
}

function versioningOf(bucket: string): Statement {
  return { Effect: 'Allow', Action: ['s3:GetBucketVersioning'], Resource: [`arn:aws:s3:::${bucket}`] }
}

function stepsOf(actions: readonly VersionAction[]): VersionsStep[] {
  const removals = actions.filter((action) => action.kind === 'remove')
  const marks = actions.filter((action) => action.kind === 'mark')
  const copies = actions.filter((action) => action.kind === 'copy')
  return [
    ...batchesOf(removals).map((batch) => ({ removals: batch })),
    ...batchesOf(marks).map((batch) => ({ marks: batch })),
    ...copies.map((one) => ({ copy: one })),
  ]
}

function batchesOf<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / IN_STEP)
  return Array.from({ length: count }, (_, at) => items.slice(at * IN_STEP, (at + 1) * IN_STEP))
}

function failureOf({ key, reason }: ActionOf<'refuse'>): ObjectFailure {
  return objectFailureOf(key, new AppError(reason === 'locked' ? 'ObjectLocked' : 'VersionWouldBeLost', { key }))
}

async function copy(storage: StorageClient, bucket: string, step: Copy, isRepeated: boolean): Promise<StepResult> {
  const { key, versionId, size } = step
  const source = { bucket, key, versionId }
  try {
    if (!isRepeated || !(await hasCopy(storage, bucket, step))) {
      await copyWhole(storage, source, await headSource(storage, source), { bucket, key })
    }
    return { done: 1, bytes: size, skipped: 0, failures: [] }
  } catch (error) {
    if (!(error instanceof AppError) || affectsAllObjects(error)) throw error
    return { done: 0, bytes: 0, skipped: 0, failures: [objectFailureOf(key, error)] }
  }
}

/** @throws AppError PreconditionFailed if someone else has changed the object */
async function hasCopy(storage: StorageClient, bucket: string, { key, size, etag, before }: Copy): Promise<boolean> {
  const latest = await latestOf(storage, bucket, key)
  if (latest !== undefined && stateOfVersion(latest) === before) return false
  if (latest !== undefined && !latest.isDeleteMarker) {
    const headers = latest.metadata?.headers ?? {}
    if (isSameContent({ size, etag }, { size: latest.size, etag: latest.etag, headers })) return true
  }
  throw new AppError('PreconditionFailed', { key })
}

async function mark(
  storage: StorageClient,
  bucket: string,
  marks: readonly Mark[],
  isRepeated: boolean,
): Promise<StepResult> {
  const deletion = new Deletion(storage, bucket, { allVersions: false, bypassGovernance: false })
  const left = new Set(marks)
  if (isRepeated) {
    await inParallel(marks, CHECKED_AT_ONCE, async (one) => {
      const latest = await latestOf(storage, bucket, one.key)
      if (latest !== undefined && stateOfVersion(latest) === one.before) return
      left.delete(one)
      if (latest !== undefined && !latest.isDeleteMarker) {
        deletion.fail(one.key, new AppError('PreconditionFailed', { key: one.key }))
      }
    })
  }
  await deletion.delete([...left].map(({ key }) => ({ key })))
  const { failed } = deletion.failures
  return { done: marks.length - failed.length, bytes: 0, skipped: 0, failures: failed }
}

async function remove(
  storage: StorageClient,
  bucket: string,
  removals: readonly Removal[],
  { isRepeated, bypassGovernance }: { isRepeated: boolean; bypassGovernance: boolean },
): Promise<StepResult> {
  const deletion = new Deletion(storage, bucket, { allVersions: true, bypassGovernance })
  const left = new Set(removals)
  if (isRepeated) {
    // Other versions have IDs that are never used again.
    const nulls = removals.filter(({ versionId }) => versionId === 'null')
    await inParallel(nulls, CHECKED_AT_ONCE, async (one) => {
      if (!(await isThere(storage, bucket, one))) left.delete(one)
    })
  }
  await deletion.delete([...left].map(({ key, versionId }) => ({ key, versionId })))
  const { failed } = deletion.failures
  const isFailed = new Set(failed.map(({ path }) => path))
  const bytes = removals.reduce((sum, { key, size }) => (isFailed.has(key) ? sum : sum + size), 0)
  return { done: removals.length - failed.length, bytes, skipped: 0, failures: failed }
}

async function isThere(storage: StorageClient, bucket: string, { key, versionId, lastModified }: Removal) {
  for await (const versions of versionsOfKey(storage, bucket, key)) {
    const found = versions.find((version) => version.versionId === versionId)
    if (found !== undefined) return found.lastModified === lastModified
  }
  return false
}

async function latestOf(storage: StorageClient, bucket: string, key: string): Promise<ListedVersion | undefined> {
  // In byte order the key itself comes before all keys that merely start with it.
  const { versions } = await withStorageErrors(
    { action: 's3:ListBucketVersions', bucket, key },
    listObjectVersionsPage(storage, bucket, { prefix: key, maxKeys: 1, withMetadata: true }),
  )
  return versions.find((version) => version.key === key)
}
