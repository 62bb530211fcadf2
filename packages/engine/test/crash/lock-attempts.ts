/** Attempts to remove a locked version. None of them succeeds. */

import type { Random } from '@cooperage/testkit/random'
import { type Body, type Store, StoreError } from '../../src/store/store.ts'

export const BUCKET = 'locked'

interface Attempted {
  store: Store
  random: Random
  key: string
  versionId: string
  isLocked(versionId: string): boolean
}

/** Returns what went wrong: an unexpected error, or a success that must not happen. */
export type Attempt = (on: Attempted) => Promise<string | undefined>

class NotAllowed extends Error {}

const METADATA = { contentType: 'text/plain', headers: {}, user: {} }
const notAllowed = () => {
  throw new NotAllowed()
}
/** The permission to bypass governance, which has no effect on compliance or a legal hold. */
const allowed = () => undefined

async function* body(random: Random): Body {
  yield Buffer.alloc(random.int(1, 300), 'x')
}

/** An operation that may succeed or be rejected by the store. */
function harmless(act: (on: Attempted) => Promise<unknown>): Attempt {
  return async (on) => {
    try {
      await act(on)
      return undefined
    } catch (error) {
      return isRefusal(error) ? undefined : `unexpected failure: ${error instanceof Error ? error.stack : error}`
    }
  }
}

function refused(what: string, act: (on: Attempted) => Promise<unknown>): Attempt {
  return async (on) => {
    try {
      await act(on)
      return `${what} of ${on.key} ${on.versionId} succeeded`
    } catch (error) {
      return isRefusal(error) ? undefined : `unexpected failure: ${error instanceof Error ? error.stack : error}`
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof StoreError || error instanceof NotAllowed
}

/** Only governance can be bypassed, so there the permission is denied. */
const bypassOf = (key: string) => (key === 'governance' ? notAllowed : allowed)

export const attempts: readonly [Attempt, ...Attempt[]] = [
  refused('a deletion', ({ store, key, versionId }) => store.deleteObject(BUCKET, key, { versionId })),
  refused('a deletion with bypass', ({ store, key, versionId }) =>
    store.deleteObject(BUCKET, key, { versionId, bypassGovernance: bypassOf(key) }),
  ),
  refused('the deletion of the bucket', ({ store }) => store.deleteBucket(BUCKET)),
  refused('a bucket in its place', ({ store }) => store.createBucket(BUCKET)),
  refused('an end of versioning', ({ store }) => store.setVersioning(BUCKET, 'Suspended')),
  harmless(({ store, key }) => store.deleteObject(BUCKET, key)),
  harmless(({ store, key }) => store.deleteObject(BUCKET, key, { repeatMarker: true, bypassGovernance: allowed })),
  harmless(({ store, random, key }) => store.putObject(BUCKET, key, body(random), { metadata: METADATA })),
  harmless(({ store, key, versionId }) =>
    store.copyObject({ bucket: BUCKET, key, versionId }, BUCKET, key, { metadata: METADATA }),
  ),
  harmless(({ store, key }) => store.copyObject({ bucket: BUCKET, key }, BUCKET, key, { metadata: METADATA })),
  harmless(async ({ store, random, key }) => {
    const { uploadId } = await store.createUpload(BUCKET, key, { metadata: METADATA, tags: {} })
    const { partNumber, etag } = await store.putPart(BUCKET, key, uploadId, 1, body(random))
    if (random.chance(0.3)) await store.abortUpload(BUCKET, key, uploadId)
    await store.completeUpload(BUCKET, key, uploadId, [{ partNumber, etag }])
  }),
  harmless(({ store, key, versionId, random }) =>
    store.setObjectTags(BUCKET, key, versionId, { n: String(random.int(0, 9)) }),
  ),
  harmless(({ store }) => store.setBucketLock(BUCKET, {})),
  harmless(({ store }) => store.setVersioning(BUCKET, 'Enabled')),
  harmless(({ store }) => store.abortUploadsBefore(Number.MAX_SAFE_INTEGER)),
  harmless(changeRetention(() => undefined)),
  harmless(changeRetention((until, random) => ({ mode: 'GOVERNANCE', until: until - random.int(1, 1e10) }))),
  harmless(changeRetention((until, random) => ({ mode: 'COMPLIANCE', until: until - random.int(1, 1e10) }))),
  harmless(
    changeRetention((until, random) => ({ mode: 'GOVERNANCE', until: until + random.int(0, 1e6) }), 'governance'),
  ),
  harmless(
    changeRetention((until, random) => ({ mode: 'COMPLIANCE', until: until + random.int(0, 1e6) }), 'compliance'),
  ),
  harmless(removeOthers),
]

type Next = (until: number, random: Random) => Parameters<Store['setRetention']>[3]

/** Without the permission to bypass, so that weakening a retention must be refused. */
function changeRetention(next: Next, only?: string): (on: Attempted) => Promise<unknown> {
  return async ({ store, random, key, versionId }) => {
    const until = store.statObject(BUCKET, key, versionId).lock?.retention?.until
    if (until === undefined || (only !== undefined && key !== only)) return
    await store.setRetention(BUCKET, key, versionId, next(until, random), { bypassGovernance: notAllowed })
  }
}

/** Keeps the bucket small, and makes the locked versions the latest again. */
async function removeOthers({ store, random, isLocked }: Attempted): Promise<void> {
  const { entries } = store.listVersions(BUCKET, { prefix: '', limit: 1000 })
  for (const entry of entries) {
    if (entry.kind !== 'object' || isLocked(entry.record.versionId) || random.chance(0.3)) continue
    const { key, versionId } = entry.record
    await store.deleteObject(BUCKET, key, { versionId })
  }
}
