import { AppError, type JobSpec, reasonText } from '@cooperage/contract'
import type { StorageClient } from '@cooperage/storage-client'
import type { ListedObject, ListedVersion } from '@cooperage/wire'
import { Deletion } from '../../objects/index.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import type { JobKind } from '../job-kind.ts'
import { statementsFor } from '../key-policy.ts'
import { countObjects, countVersions, currentObjects, type Lookup, planSelection } from './plan-selection.ts'
import { versionsLookup } from './versions-lookup.ts'

type DeleteSpec = Extract<JobSpec, { kind: 'delete' }>

/** A current object as it was planned, or a version. */
interface Target {
  key: string
  size: number
  etag: string
  lastModified: number
  versionId?: string
}
/** Targets that one request deletes. */
type DeleteStep = Target[]

const IN_STEP = 250
/** Objects that are looked up concurrently. */
const CHECKED_AT_ONCE = 8

export const deleteKind: JobKind<DeleteSpec, DeleteStep> = {
  atOnce: 4,
  check({ paths, all_versions: allVersions }) {
    if (!allVersions || paths.every(({ contents }) => contents === undefined)) return
    throw new AppError('InvalidInput', {
      reason: reasonText('onlyOldVersionsUnknown'),
    })
  },
  statements: ({ bucket, paths, all_versions: allVersions, bypass }) =>
    statementsFor(bucket, paths, {
      actions: [
        's3:DeleteObject',
        ...(allVersions ? ['s3:DeleteObjectVersion'] : []),
        ...(bypass ? ['s3:BypassGovernanceRetention'] : []),
      ],
      listing: ['s3:ListBucket', ...(allVersions ? ['s3:ListBucketVersions'] : [])],
    }),
  async plan({ storage }, spec, position) {
    const { items, next, failures } = await planSelection(spec.paths, position, lookupOf(storage, spec))
    const steps: DeleteStep[] = []
    for (let at = 0; at < items.length; at += IN_STEP) {
      steps.push(items.slice(at, at + IN_STEP).map(({ item }) => item))
    }
    return { steps, next, failures }
  },
  count({ storage }, spec, position) {
    const count = spec.all_versions ? countVersions : countObjects
    return count(spec.paths, position, lookupOf(storage, spec))
  },
  async run({ storage }, { bucket, all_versions: allVersions, bypass }, step, isRepeated) {
    const deletion = new Deletion(storage, bucket, { allVersions, bypassGovernance: bypass })
    await deletion.delete((isRepeated ? await stillThere(storage, bucket, step) : step).map(toDelete))
    const { failed } = deletion.failures
    const isFailed = new Set(failed.map(({ path }) => path))
    const bytes = step.reduce((sum, { key, size }) => (isFailed.has(key) ? sum : sum + size), 0)
    return { done: step.length - failed.length, bytes, skipped: 0, failures: failed }
  },
}

function toDelete({ key, versionId }: Target) {
  return { key, ...(versionId !== undefined && { versionId }) }
}

/**
 * What a repeated step still has to delete. In a versioned bucket a second deletion would leave a second delete marker, and
 * without versions it could delete an object that was written since.
 */
async function stillThere(storage: StorageClient, bucket: string, step: DeleteStep): Promise<DeleteStep> {
  // Other versions have ids that are never used again.
  const isCertain = ({ versionId }: Target) => versionId !== undefined && versionId !== 'null'
  const left = new Set(step.filter(isCertain))
  const lookup = objects(storage, bucket)
  await inParallel(step, CHECKED_AT_ONCE, async (target) => {
    if (isCertain(target)) return
    const [found] = await lookup.ofObject(target.key)
    const isSame = found?.etag === target.etag && found.lastModified === target.lastModified
    // The version without an id may be a delete marker, which no listing of objects shows.
    if (isSame || (target.versionId === 'null' && found === undefined)) left.add(target)
  })
  return step.filter((target) => left.has(target))
}

function lookupOf(storage: StorageClient, { bucket, all_versions: allVersions }: DeleteSpec): Lookup<Target> {
  return allVersions ? versions(storage, bucket) : objects(storage, bucket)
}

function objects(storage: StorageClient, bucket: string): Lookup<Target> {
  const current = currentObjects(storage, bucket)
  return {
    ofObject: async (path) => (await current.ofObject(path)).map(ofCurrent),
    async below(path, after) {
      const { items, last } = await current.below(path, after)
      return { items: items.map(ofCurrent), last }
    },
  }
}

function ofCurrent({ key, size, etag, lastModified }: ListedObject): Target {
  return { key, size, etag, lastModified }
}

function versions(storage: StorageClient, bucket: string): Lookup<Target> {
  return versionsLookup(storage, bucket, () => ({ add: (version) => [ofVersion(version)], end: () => [] }))
}

function ofVersion({ key, size, etag, lastModified, versionId }: ListedVersion): Target {
  return { key, size, etag, lastModified, versionId }
}
