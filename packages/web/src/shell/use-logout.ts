import { logout } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { jobs } from '../jobs/index.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { loginPath } from '../navigation/paths/pages.ts'
import { call } from '../shared/api/call.ts'
import { createStore } from '../shared/store.ts'
import { forgetSystemState } from '../shared/system-state.ts'
import { stopUploads } from '../transfers/index.ts'

const store = createStore({ isLeaving: false })

/** Whether someone is signing out: from then on no page is mounted that could send requests. */
export function useIsLeaving(): boolean {
  return store.use().isLeaving
}

/** Called by the frame after it has unmounted. */
export function forgetLeaving(): void {
  store.set({ isLeaving: false })
}

interface Leaving {
  /** Runs before the login page opens, when nothing else sends requests anymore. */
  before?: () => Promise<void>
  /** What the login page says. */
  reason?: string
}

/** Leaves the session for the login page, which clears the cache. */
export function useLeave(): (leaving: Leaving) => Promise<void> {
  const { replace } = useNavigation()
  const client = useQueryClient()
  return async ({ before, reason }) => {
    // First cancel everything that uses this session: an error would put a reason on the login page.
    store.set({ isLeaving: true })
    stopUploads()
    jobs.clear()
    forgetSystemState()
    await client.cancelQueries()
    await before?.()
    replace(loginPath(), reason === undefined ? undefined : { reason })
  }
}

/** Signs out and goes to the login page, even if the call fails (spec core-console 4); then signs out of the identity provider. */
export function useLogout(): () => Promise<void> {
  const leave = useLeave()
  return async () => {
    let provider = ''
    const before = async () => {
      try {
        provider = (await call(logout, {})).redirect
      } catch {
        // Signing out never fails: whatever the server responds, this tab discards the session.
      }
    }
    await leave({ before })
    if (provider !== '') window.location.assign(provider)
  }
}
