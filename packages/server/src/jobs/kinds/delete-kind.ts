import type { JobSpec } from '@cooperage/contract'
import { listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import type { ListedObject, ListedVersion } from '@cooperage/wire'
import { Deletion } from '../../objects/delete/deletion.ts'
import { prefixOf } from '../../objects/selection.ts'
import { versionsOfKey } from '../../objects/versions/versions-of-key.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import type { JobKind } from '../job-kind.ts'
import { statementsFor } from '../key-policy.ts'
import { currentObjects, type Lookup, planSelection } from './plan-selection.ts'

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
/** Objects that are looked up at once. */
const CHECKED_AT_ONCE = 8

export const deleteKind: JobKind<DeleteSpec, DeleteStep> = {
  atOnce: 4,
  check() {},
  statements: ({ bucket, paths, all_versions: allVersions, bypass }) =>
    statementsFor(bucket, paths, {
      actions: [
        's3:DeleteObject',
        ...(allVersions ? ['s3:DeleteObjectVersion'] : []),
        ...(bypass ? ['s3:BypassGovernanceRetention'] : []),
      ],
      listing: ['s3:ListBucket', ...(allVersions ? ['s3:ListBucketVersions'] : [])],
    }),
  async plan(storage, { bucket, paths, all_versions: allVersions }, position) {
    const lookup = allVersions ? versions(storage, bucket) : objects(storage, bucket)
    const { items, next, failures } = await planSelection(paths, position, lookup)
    const steps: DeleteStep[] = []
    for (let at = 0; at < items.length; at += IN_STEP) {
      steps.push(items.slice(at, at + IN_STEP).map(({ item }) => item))
    }
    return { steps, next, failures }
  },
  async run(storage, { bucket, all_versions: allVersions, bypass }, step, isRepeated) {
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

/** Looks up versions and delete markers; a page has all versions of its keys, because servers differ in where they continue after a deleted one. */
function versions(storage: StorageClient, bucket: string): Lookup<Target> {
  const all = async (key: string) => {
    const found: ListedVersion[] = []
    for await (const some of versionsOfKey(storage, bucket, key)) found.push(...some)
    return found
  }
  return {
    ofObject: async (path) => (await all(path)).map(ofVersion),
    async below(path, after) {
      const prefix = prefixOf(path)
      const page = await withStorageErrors(
        { action: 's3:ListBucketVersions', bucket, key: prefix },
        listObjectVersionsPage(storage, bucket, { prefix, keyMarker: after || undefined }),
      )
      if (!page.isTruncated) return { items: page.versions.map(ofVersion), last: undefined }
      const last = page.versions.at(-1)?.key ?? ''
      const whole = page.versions.filter(({ key }) => key !== last)
      if (whole.length === 0) return { items: (await all(last)).map(ofVersion), last }
      return { items: whole.map(ofVersion), last: whole.at(-1)?.key }
    },
  }
}

function ofVersion({ key, size, etag, lastModified, versionId }: ListedVersion): Target {
  return { key, size, etag, lastModified, versionId }
}
