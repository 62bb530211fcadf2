import { logout } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigation } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import { call } from '../shared/api/call.ts'
import { cancelAllUploads } from '../transfers/index.ts'

/** Signs out and goes to the login page, even when the call fails (spec core-console 4). */
export function useLogout(): { logout: () => void; isBusy: boolean } {
  const client = useQueryClient()
  const { replace } = useNavigation()
  const [isBusy, setBusy] = useState(false)

  const signOut = async () => {
    setBusy(true)
    cancelAllUploads()
    try {
      await call(logout, {})
    } catch {
      // Leaving is never refused: whatever the server said, this tab forgets the session.
    }
    client.clear()
    replace(paths.login())
  }
  return { logout: () => void signOut(), isBusy }
}
