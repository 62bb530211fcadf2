import { logout } from '@cooperage/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { jobs } from '../jobs/index.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { homePath, loginPath } from '../navigation/paths/pages.ts'
import { call } from '../shared/api/call.ts'
import { nextPageTakesFocus } from '../shared/page-focus.ts'
import { forgetPlaces } from '../shared/recent-places.ts'
import { createStore } from '../shared/store.ts'
import { forgetSystemState } from '../shared/system-state.ts'
import { stopUploads } from '../transfers/index.ts'

const store = createStore({ isLeaving: false })

/** Whether someone is signing out, or in as someone else: from then on no page is mounted that could send requests. */
export function useIsLeaving(): boolean {
  return store.use().isLeaving
}

/** Ends everything that uses a session. */
async function stopWork(client: QueryClient): Promise<void> {
  store.set({ isLeaving: true })
  stopUploads()
  jobs.clear()
  forgetSystemState()
  forgetPlaces()
  await client.cancelQueries()
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
    // First: an error would put a reason on the login page.
    await stopWork(client)
    await before?.()
    replace(loginPath(), reason === undefined ? undefined : { reason })
  }
}

/** Opens the start page of an account whose session has just replaced the one of the page. */
export function useStartAnew(): () => Promise<void> {
  const { replace } = useNavigation()
  const client = useQueryClient()
  return async () => {
    await stopWork(client)
    client.clear()
    nextPageTakesFocus()
    replace(homePath())
    // The frame shows no page before the new session is loaded.
    forgetLeaving()
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
