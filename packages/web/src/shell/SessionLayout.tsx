import '../messages/en/shell.ts'
import '../messages/en/transfers.ts'
import '../shared/mantine-styles-session.ts'
import { getSession } from '@cooperage/contract'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { JobPanel } from '../jobs/JobPanel.tsx'
import { useCurrentPath, useNavigation } from '../navigation/navigation.ts'
import { useSessionWatch } from '../session/index.ts'
import { isSignedOut } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { Loading } from '../shared/Loading.tsx'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { TransferPanel } from '../transfers/TransferPanel.tsx'
import { loadSignInAgain } from './dialogs.ts'
import { pageAccess } from './page-access.ts'
import { SessionFailure } from './SessionFailure.tsx'
import { Shell } from './Shell.tsx'
import { forgetLeaving, useIsLeaving } from './use-logout.ts'

/** Age up to which what the session may see is believed before it is asked for again. */
const SESSION_STALE_MS = 60_000

/** Everything behind sign-in; nothing of it is there any more while the visitor signs out. */
export function SessionLayout() {
  const isLeaving = useIsLeaving()
  useEffect(() => forgetLeaving, [])
  return isLeaving ? <Loading /> : <SessionPages />
}

/** Asks for the session and lets only its pages through (spec core-console 2 and 4). */
function SessionPages() {
  const path = useCurrentPath()
  const { replace } = useNavigation()
  const session = useApiQuery(getSession, {}, { staleTime: SESSION_STALE_MS })

  const watch = useSessionWatch()
  const [declined, setDeclined] = useState<string>()
  const SignInAgainDialog = useSignInAgain(watch.isEnding)

  const access = session.data && pageAccess(path, session.data.pages)
  const goTo = access?.kind === 'go' ? access.path : undefined
  useEffect(() => {
    if (goTo !== undefined) replace(goTo)
  }, [goTo, replace])

  if (!session.data || !access) {
    const { error } = session
    if (!error) return <Loading />
    // A lost session has sent the visitor to the login page already.
    if (isSignedOut(error)) return null
    return <SessionFailure error={error} onRetry={() => void session.refetch()} isRetrying={session.isFetching} />
  }
  const { expiresAt } = session.data
  const endsAt = watch.endsAt ?? Date.parse(expiresAt)
  return (
    <Shell
      session={session.data}
      endsAt={endsAt}
      dock={
        <>
          <JobPanel />
          <TransferPanel />
        </>
      }
    >
      {access.kind === 'open' && <Outlet />}
      {access.kind === 'unknown' && <NotFoundPage />}
      {SignInAgainDialog && watch.isEnding && declined !== expiresAt && (
        <SignInAgainDialog session={session.data} endsAt={endsAt} onClose={() => setDeclined(expiresAt)} />
      )}
    </Shell>
  )
}

/** The code of the dialog, once it is needed. */
function useSignInAgain(isNeeded: boolean) {
  const [Dialog, setDialog] = useState<Awaited<ReturnType<typeof loadSignInAgain>>>()
  useEffect(() => {
    if (!isNeeded) return
    loadSignInAgain().then(
      (loaded) => setDialog(() => loaded),
      // It was to be loaded long before; a console that is out now is told by the pages, and the end by the login page.
      () => undefined,
    )
  }, [isNeeded])
  return Dialog
}
