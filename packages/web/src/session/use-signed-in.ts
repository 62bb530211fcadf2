import { useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useNavigation } from '../navigation/navigation.ts'
import { homePath } from '../navigation/paths/session.ts'
import { nextPageTakesFocus } from '../shared/page-focus.ts'

/** What follows a successful sign-in: nothing of an earlier session is kept, and the visitor goes on where they were. */
export function useSignedIn(): () => void {
  const client = useQueryClient()
  const { replace } = useNavigation()
  const returnTo = useRouterState({ select: (state) => state.location.state.returnTo })
  return useCallback(() => {
    client.clear()
    nextPageTakesFocus()
    replace(returnTo ?? homePath())
  }, [client, replace, returnTo])
}
