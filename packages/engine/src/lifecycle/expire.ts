/**
 * Applies a rule with an ordinary deletion, so the store protects locked versions from rules too. Each deletion evaluates
 * the rules again in its commit, because a client may have written a newer version since the scan.
 */
import { type ObjectRecord, type Store, StoreError } from '../store/store.ts'
import { type ExpiryRule, latestExpiries } from './rules.ts'
import type { Due } from './walk.ts'

export interface Expired {
  bucket: string
  key: string
  versionId: string
  /** Whether all versions of the key were removed. */
  all: boolean
}

type DeletingStore = Pick<Store, 'deleteObject' | 'listVersions'>

/** The version is no longer due. The next scan evaluates it again. */
class NoLongerDue extends Error {
  override name = 'NoLongerDue'
}

/** Removes a due version. Returns undefined if it wasn't removed. @throws StoreError StorageFull, StorageFailed, NoSuchBucket */
export async function expire(
  store: DeletingStore,
  { version, verdict }: Due,
  { rules, now }: { rules: () => readonly ExpiryRule[]; now: () => number },
): Promise<Expired | undefined> {
  const { bucket, key, versionId } = version
  if (verdict === 'remove all') return await removeAll(store, version)
  const isUnchanged = verdict === 'expire' ? stillDue : version.isLatest ? isStillLatest(version) : isNotLatest(version)
  const outcome = await deleteIf(store, version, verdict === 'expire' ? undefined : versionId, isUnchanged)
  return outcome && { bucket, key, versionId: outcome.versionId ?? versionId, all: false }

  /** A newer version, or new tags, may match no rule. */
  function stillDue(current: ObjectRecord | undefined): boolean {
    return (
      current !== undefined &&
      current.versionId === versionId &&
      latestExpiries(rules(), current).some(({ at }) => at < now())
    )
  }
}

/** Removes the latest version last, so that the rule still matches the key after an interruption. */
async function removeAll(store: DeletingStore, latest: ObjectRecord): Promise<Expired | undefined> {
  const { bucket, key } = latest
  let after: { key: string; versionId?: string } = { key, versionId: latest.versionId }
  for (;;) {
    const { entries, next } = store.listVersions(bucket, { prefix: key, after, limit: 1000 })
    const records = entries.flatMap((entry) =>
      entry.kind === 'object' && entry.record.key === key ? [entry.record] : [],
    )
    for (const record of records.reverse()) {
      const outcome = await deleteIf(store, record, record.versionId, isStillLatest(latest))
      if (outcome === undefined) return undefined
    }
    if (next === undefined || next.key !== key) break
    after = next
  }
  const outcome = await deleteIf(store, latest, latest.versionId, isStillLatest(latest))
  return outcome && { bucket, key, versionId: latest.versionId, all: true }
}

function isStillLatest({ versionId, lastModified }: ObjectRecord): (current: ObjectRecord | undefined) => boolean {
  return (current) => current?.versionId === versionId && current.lastModified === lastModified
}

function isNotLatest({ versionId }: ObjectRecord): (current: ObjectRecord | undefined) => boolean {
  return (current) => current !== undefined && current.versionId !== versionId
}

async function deleteIf(
  store: DeletingStore,
  { bucket, key }: ObjectRecord,
  versionId: string | undefined,
  isUnchanged: (current: ObjectRecord | undefined) => boolean,
): Promise<{ versionId?: string } | undefined> {
  try {
    const outcome = await store.deleteObject(bucket, key, {
      ...(versionId === undefined ? {} : { versionId }),
      precondition(current) {
        if (!isUnchanged(current)) throw new NoLongerDue()
      },
    })
    return outcome.found ? outcome : undefined
  } catch (error) {
    if (error instanceof NoLongerDue || isKept(error)) return undefined
    throw error
  }
}

/** Versions that the store protects stay. */
function isKept(error: unknown): boolean {
  return error instanceof StoreError && !BROKEN.has(error.code)
}

const BROKEN: ReadonlySet<string> = new Set(['StorageFull', 'StorageFailed', 'NoSuchBucket'])
