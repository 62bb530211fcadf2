import { getSession, renewSession } from '@cooperage/contract'
import { call } from '../shared/api/call.ts'

const LOCK = 'cooperage-renewal'

/**
 * Renews the session that expires at this time, unless another tab has done so. The tabs of a browser share the session, and
 * some providers accept its refresh token once and take a second use for theft, so only one tab may send it.
 * @throws ApiError
 */
export function renewInTurn(expiresAt: string): Promise<void> {
  return inTurn(async () => {
    const current = await call(getSession, {})
    if (current.expiresAt === expiresAt) await call(renewSession, {})
  })
}

/** Browsers have locks only over TLS and for this machine; without them, tabs that renew at the same moment may disagree. */
function inTurn(task: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>
  return locks === undefined ? task() : locks.request(LOCK, task)
}
