import { EMBEDDED_FEATURE, getSession, SESSION_ENDED, type Session, sentence } from '@cooperage/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { belowBase, withBase } from '../navigation/navigation.ts'
import { loginPath, oauthCallbackPath } from '../navigation/paths/pages.ts'
import { type ApiError, isSignedOut, isUnreachable } from '../shared/api/api-error.ts'
import { onCallFailure } from '../shared/api/failures.ts'
import { apiQuery } from '../shared/api/use-api.ts'

/** They show themselves why a sign-in failed. */
const PAGES_OF_SIGN_IN: readonly string[] = [loginPath(), oauthCallbackPath()]
/** A page sends its calls together, and a call without a response has failed by then. */
const REPEATED_MS = 10_000

/**
 * Navigates to the login page, remembering the current page, when any call returns 401 or gets no response (spec core-console
 * 8). No document is loaded. In the second case the login page returns automatically when the console is back. If a call gets no
 * response again within {@link REPEATED_MS} of that return, the login page stays: otherwise the two pages would alternate
 * endlessly. In the first case the cache is cleared.
 */
export function leaveOnLostSession(router: AnyRouter, client: QueryClient): void {
  const leave = (error: ApiError) => {
    const signedOut = isSignedOut(error)
    const { href, state } = router.history.location
    const here = belowBase(href)
    // Exactly that page: an address that merely starts with it isn't it.
    if (PAGES_OF_SIGN_IN.includes(here.split(/[?#]/, 1)[0] ?? '')) return
    const session = client.getQueryData<Session>(apiQuery(getSession, {}).queryKey)
    if (session?.features.includes(EMBEDDED_FEATURE)) return reloadFrame(signedOut)
    const hadSession = session !== undefined
    router.history.replace(withBase(loginPath()), {
      returnTo: here,
      isUnreachable: !signedOut,
      isRepeated: state.returnedAt !== undefined && Date.now() - state.returnedAt < REPEATED_MS,
      ...(signedOut && hadSession ? { reason: reasonOf(error) } : {}),
    })
  }
  onCallFailure((error) => {
    if (isSignedOut(error) || isUnreachable(error)) leave(error)
  })
}

/** Signing out in another tab removes the cookie of this one, whose calls then come from nobody. */
function reasonOf({ code, message }: ApiError): string {
  return code === 'NotLoggedIn' ? sentence({ key: 'error:SessionEnded', values: {}, text: SESSION_ENDED }) : message
}

/**
 * In the frame of operator mode users don't sign in: the server does, when the page is reloaded. A page that has just
 * loaded leaves it at the message.
 */
function reloadFrame(isSignedOut: boolean): void {
  if (isSignedOut && performance.now() > REPEATED_MS) window.location.reload()
}
