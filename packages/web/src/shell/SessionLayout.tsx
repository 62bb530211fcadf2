import '../messages/en/shell.ts'
import '../messages/en/transfers.ts'
import '../shared/mantine-styles-session.ts'
import { EMBEDDED_FEATURE, getSession, type Session } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { JobPanel } from '../jobs/JobPanel.tsx'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentPath, useNavigation } from '../navigation/navigation.ts'
import { folderPath } from '../navigation/paths/objects.ts'
import { homePath, loginPath } from '../navigation/paths/pages.ts'
import { useAccountLanguage, useSessionWatch } from '../session/index.ts'
import { type ApiError, isOutage, isSignedOut } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { FullPage } from '../shared/FullPage.tsx'
import { startExplaining, useExplanation } from '../shared/feedback/explain.ts'
import { Loading } from '../shared/Loading.tsx'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { rememberPlace } from '../shared/recent-places.ts'
import { setOperatorTitle } from '../shared/use-page-title.ts'
import { forgetLeaving, useIsLeaving } from '../sign-out/use-logout.ts'
import { TransferPanel } from '../transfers/TransferPanel.tsx'
import { ExplainDialog, loadSignInAgain } from './dialogs.ts'
import { pageAccess } from './page-access.ts'
import { Shell } from './Shell.tsx'
import classes from './shell.module.css'

/** Age up to which a cached session is used before it is loaded again. */
const SESSION_STALE_MS = 60_000

/** Everything behind sign-in; unmounted while the visitor signs out. */
export function SessionLayout() {
  const isLeaving = useIsLeaving()
  useEffect(() => forgetLeaving, [])
  return isLeaving ? <Loading /> : <SessionPages />
}

/** Loads the session and opens only its pages (spec core-console 2 and 4). */
function SessionPages() {
  const path = useCurrentPath()
  const { replace } = useNavigation()
  const session = useApiQuery(getSession, {}, { staleTime: SESSION_STALE_MS })

  useAccountLanguage(session.data)
  const watch = useSessionWatch()
  const [declined, setDeclined] = useState<string>()
  // The console around the frame offers it.
  const isEmbedded = session.data?.features.includes(EMBEDDED_FEATURE) === true
  const SignInAgainDialog = useSignInAgain(watch.isEnding && !isEmbedded)

  const explained = useExplained(session.data)
  const isOperator = session.data?.operator === true
  useEffect(() => {
    setOperatorTitle(isOperator)
    return () => setOperatorTitle(false)
  }, [isOperator])

  // Only a session with this status shows the layout (spec core-console 3); anything else is none.
  const isNone = session.data !== undefined && session.data.status !== 'ok'
  useEffect(() => {
    if (isNone) replace(loginPath())
  }, [isNone, replace])

  const access = session.data && pageAccess(path, session.data.pages)
  const { accountName = '' } = session.data ?? {}
  const isOpen = access?.kind === 'open'
  useEffect(() => {
    if (isOpen) rememberPlace(accountName, path)
  }, [isOpen, accountName, path])
  const onlyFolder = path === homePath() ? session.data?.onlyFolder : null
  const landing = onlyFolder && folderPath(onlyFolder.bucket, onlyFolder.prefix)
  const goTo = access?.kind === 'go' ? (landing ?? access.path) : undefined
  useEffect(() => {
    if (goTo !== undefined) replace(goTo)
  }, [goTo, replace])

  if (isNone) return null
  if (!session.data || !access) {
    const { error } = session
    if (!error) return <Loading />
    // An ended session has already navigated to the login page.
    if (isSignedOut(error)) return null
    return <SessionFailure error={error} onRetry={() => void session.refetch()} isRetrying={session.isFetching} />
  }
  const { expiresAt, operator, pages } = session.data
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
      {operator && !pages.includes('/tenants') && <NoTenantRights account={accountName} />}
      {isOpen && <Outlet />}
      {access.kind === 'unknown' && <NotFoundPage />}
      {explained && <ExplainDialog {...explained} session={session.data} />}
      {SignInAgainDialog && watch.isEnding && !isEmbedded && declined !== expiresAt && (
        <SignInAgainDialog session={session.data} endsAt={endsAt} onClose={() => setDeclined(expiresAt)} />
      )}
    </Shell>
  )
}

/** The failed request that the visitor asked about. */
function useExplained(session: Session | undefined) {
  const { accountName, pages } = session ?? {}
  const canSimulate = pages?.includes('/policies') === true
  useEffect(() => {
    if (accountName !== undefined) return startExplaining(accountName, canSimulate)
  }, [accountName, canSimulate])
  return useExplanation().shown
}

/** Loads the code of the dialog once it is needed. */
function useSignInAgain(isNeeded: boolean) {
  const [Dialog, setDialog] = useState<Awaited<ReturnType<typeof loadSignInAgain>>>()
  useEffect(() => {
    if (!isNeeded) return
    loadSignInAgain().then(
      (loaded) => setDialog(() => loaded),
      // Normally preloaded long before; if the console is down now, the pages and the login page report it.
      () => undefined,
    )
  }, [isNeeded])
  return Dialog
}

interface SessionFailureProps {
  error: ApiError
  onRetry: () => void
  isRetrying: boolean
}

/** The session can't be loaded at the moment; users aren't signed out, and the page retries during an outage. */
function SessionFailure({ error, onRetry, isRetrying }: SessionFailureProps) {
  const t = useTexts(['shell', 'shared'])
  const outage = isOutage(error)
  const isOfCluster = error.code.startsWith('Cluster')
  return (
    <FullPage
      title={outage ? t(isOfCluster ? 'clusterFailedTitle' : 'sessionFailedTitle') : t('shared:errorTitle')}
      text={outage ? `${error.message} ${t('shared:outageRetrying')}` : error.message}
      isAlone
    >
      <Button variant="default" loading={isRetrying} onClick={onRetry}>
        {t('shared:retry')}
      </Button>
    </FullPage>
  )
}

/**
 * In operator mode, for users who may not list tenants anywhere: says why there is almost nothing to see. `account` is the name that a
 * role is bound to.
 */
function NoTenantRights({ account }: { account: string }) {
  const t = useTexts('shell')
  return (
    <div className={classes.banner} role="status">
      <IconInfoCircle size={18} className={classes.bannerIcon} aria-hidden="true" />
      <p className={classes.bannerText}>{t('noTenantRights', { account })}</p>
    </div>
  )
}
