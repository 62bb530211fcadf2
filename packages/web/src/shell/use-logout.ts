import { logout } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { jobs } from '../jobs/index.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { loginPath } from '../navigation/paths/session.ts'
import { call } from '../shared/api/call.ts'
import { createStore } from '../shared/store.ts'
import { forgetSystemState } from '../shared/system-state.ts'
import { cancelAllUploads } from '../transfers/index.ts'

const store = createStore({ isLeaving: false })

/** Whether somebody is signing out: from then on no page is on screen that would ask for anything. */
export function useIsLeaving(): boolean {
  return store.use().isLeaving
}

/** For the frame, once it has gone. */
export function forgetLeaving(): void {
  store.set({ isLeaving: false })
}

/** Signs out and goes to the login page, which forgets what was cached, even when the call fails (spec core-console 4). */
export function useLogout(): () => void {
  const { replace } = useNavigation()
  const client = useQueryClient()

  const signOut = async () => {
    // First all that asks with this session: its answer would be a refusal, and that a reason on the login page.
    store.set({ isLeaving: true })
    cancelAllUploads()
    jobs.clear()
    forgetSystemState()
    await client.cancelQueries()
    try {
      await call(logout, {})
    } catch {
      // Leaving is never refused: whatever the server said, this tab forgets the session.
    }
    replace(loginPath())
  }
  return () => void signOut()
}
