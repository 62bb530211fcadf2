import { offersLdap, StorageError } from '@cooperage/storage-client'
import type { Services } from '../shared/services.ts'

/** How long the result is cached. LDAP is enabled and disabled with a restart of the storage server. */
const KEPT_MS = { offered: 5 * 60_000, other: 10_000 }
/** The sign-in page waits for it. */
const DEADLINE_MS = 5_000

/** Returns whether LDAP users can sign in to the storage server. The result is cached. */
export function createLdapOffer({ endpoint, now }: Pick<Services, 'endpoint' | 'now'>): () => Promise<boolean> {
  let known: { until: number; isOffered: Promise<boolean> } | undefined
  return async () => {
    if (known !== undefined && known.until > now()) return known.isOffered
    const lookup = { until: now() + DEADLINE_MS, isOffered: request() }
    known = lookup
    const isOffered = await lookup.isOffered
    lookup.until = now() + (isOffered ? KEPT_MS.offered : KEPT_MS.other)
    return isOffered
  }

  async function request(): Promise<boolean> {
    try {
      return await offersLdap({ endpoint, signal: AbortSignal.timeout(DEADLINE_MS) })
    } catch (error) {
      // The form reports an unreachable storage server itself.
      if (error instanceof StorageError) return false
      throw error
    }
  }
}
