import { AppError, forceUnlock, type Lock, listLocks, MAX_LOCKS } from '@cooperage/contract'
import { type LockInfo, topLocks, forceUnlock as unlock } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { shortWords, withStorageErrors } from '../shared/storage-errors.ts'

const LOCKS = 'locks of a cluster, which need several nodes'

export function lockRoutes({ routes }: Registry): void {
  routes.withSession(listLocks, async ({ storage }) => {
    const subject = { action: 'admin:TopLocksInfo', feature: LOCKS } as const
    try {
      const locks = await withStorageErrors(subject, topLocks(storage, MAX_LOCKS))
      return { isOffered: true, items: locks.slice(0, MAX_LOCKS).map(toLock), isCut: locks.length >= MAX_LOCKS }
    } catch (error) {
      if (error instanceof AppError && error.code === 'NotInThisSetup')
        return { isOffered: false, items: [], isCut: false }
      throw error
    }
  })

  routes.withSession(forceUnlock, async ({ body: { resource }, storage }) => {
    await withStorageErrors({ action: 'admin:ForceUnlock', feature: LOCKS }, unlock(storage, resource))
  })
}

function toLock({ id, resource, isWrite, owner, since, heldMs, servers, quorum, source }: LockInfo): Lock {
  const granted = Date.parse(since)
  return {
    id: shortWords(id),
    // Whole, because it names what is unlocked.
    resource,
    type: isWrite ? 'write' : 'read',
    owner: shortWords(owner),
    since: Number.isNaN(granted) ? '' : new Date(granted).toISOString(),
    seconds: Math.max(0, Math.round(heldMs / 1000)),
    held: servers,
    quorum,
    isStale: servers < quorum,
    source: shortWords(source),
  }
}
