import { logout } from '@cooperage/contract'
import { useState } from 'react'
import { useNavigation } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import { call } from '../shared/api/call.ts'
import { cancelAllUploads } from '../transfers/index.ts'
import { forgetSystemState } from './system-state.ts'

/** Signs out and goes to the login page, which forgets what was cached, even when the call fails (spec core-console 4). */
export function useLogout(): { logout: () => void; isBusy: boolean } {
  const { replace } = useNavigation()
  const [isBusy, setBusy] = useState(false)

  const signOut = async () => {
    setBusy(true)
    cancelAllUploads()
    forgetSystemState()
    try {
      await call(logout, {})
    } catch {
      // Leaving is never refused: whatever the server said, this tab forgets the session.
    }
    replace(paths.login())
  }
  return { logout: () => void signOut(), isBusy }
}
