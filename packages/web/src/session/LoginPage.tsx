import { getLoginStrategy, getSession } from '@cooperage/contract'
import { Button, Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type HistoryState, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { guidePath, homePath } from '../navigation/paths/pages.ts'
import { serversUrl } from '../navigation/server-paths.ts'
import { type ApiError, isConsoleDown, isSignedOut } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { LanguageMenu } from '../shared/LanguageMenu.tsx'
import { Logo } from '../shared/Logo.tsx'
import layout from '../shared/layout.module.css'
import { ThemeToggle } from '../shared/ThemeToggle.tsx'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { VERSION } from '../shared/version.ts'
import { Banner, FailureBanner } from './Banner.tsx'
import { LoginWays } from './LoginWays.tsx'
import classes from './session.module.css'
import { LOGIN_REFRESH_MS } from './sso-redirect.ts'

/** How often an unreachable console is retried. */
const REACH_RETRY_MS = 3000

/** Sign-in in the mode that the server chooses (spec core-console 2 and 4), and the page to wait on while it is unreachable. */
export function LoginPage() {
  const t = useTexts('session')
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <header className={classes.corner}>
        <LanguageMenu />
        <ThemeToggle />
      </header>
      <main className={classes.main}>
        <div className={classes.brand}>
          <Logo size={44} />
          <p className={classes.product}>{t('product')}</p>
          <p className={layout.note}>{t('tagline')}</p>
          <ServerLine />
        </div>
        <section className={classes.card}>
          <LoginCard />
        </section>
        <HelpLink />
      </main>
      <footer className={classes.foot}>{t('version', { version: VERSION })}</footer>
    </div>
  )
}

/** Which of several storage servers this is, and the way to the others. */
function ServerLine() {
  const t = useTexts('session')
  const { data } = useApiQuery(getLoginStrategy, {}, { enabled: false })
  if (!data?.server) return null
  return (
    <p className={classes.server}>
      <ObjectName name={data.server} />
      <a href={serversUrl()}>{t('allServers')}</a>
    </p>
  )
}

/** Opens the guide: its first page, or the page about operator mode where visitors sign in to a cluster. */
function HelpLink() {
  const t = useTexts('session')
  const { data } = useApiQuery(getLoginStrategy, {}, { enabled: false })
  const isOperator = data?.loginStrategy === 'service-account' || data?.acceptsClusterToken === true
  return (
    <AppLink to={guidePath(isOperator ? 'operator-mode' : '')} className={layout.note}>
      {t('help')}
    </AppLink>
  )
}

function LoginCard() {
  const t = useTexts(['session', 'shared'])
  const arrival = useRouterState({ select: (state) => state.location.state })
  useClearedCache(arrival.isUnreachable === true)
  const strategy = useApiQuery(getLoginStrategy, {}, { staleTime: 0, refreshMs: LOGIN_REFRESH_MS })
  const reach = useReturnWhenReachable(arrival, strategy)

  const error = strategy.error ?? reach.error
  const refetch = strategy.error ? strategy.refetch : reach.refetch
  const retry = useCallback(() => void refetch(), [refetch])
  useEffect(() => {
    if (!isConsoleDown(error)) return
    const timer = setInterval(retry, REACH_RETRY_MS)
    return () => clearInterval(timer)
  }, [error, retry])

  if (error) {
    return (
      <div className={layout.form}>
        <h1 className={layout.heading}>{t(isConsoleDown(error) ? 'unreachableTitle' : 'shared:errorTitle')}</h1>
        <FailureBanner error={error} />
        {isConsoleDown(error) && <p className={layout.note}>{t('reconnecting')}</p>}
        <Button fullWidth variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      </div>
    )
  }
  if (reach.isStuck) {
    return (
      <div className={layout.form}>
        <h1 className={layout.heading}>{t('shared:errorTitle')}</h1>
        <Banner>{t('brokenCall')}</Banner>
        <Button fullWidth variant="default" onClick={reach.goBack}>
          {t('retry')}
        </Button>
        <AppLink to={homePath()} className={layout.note}>
          {t('startPage')}
        </AppLink>
      </div>
    )
  }
  if (!strategy.data || reach.isWaiting) {
    return (
      <div className={classes.loading}>
        <Loader size={28} aria-label={t('loading')} role="status" />
      </div>
    )
  }
  const notice = arrival.failure ? (
    <Banner>{arrival.failure}</Banner>
  ) : (
    arrival.reason && <Banner tone="info">{arrival.reason}</Banner>
  )
  return <LoginWays notice={notice} strategy={strategy.data} />
}

/** Clears the cache of an ended session. This is safe here, because no page that would load it again is mounted. */
function useClearedCache(isSessionAlive: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (isSessionAlive) return
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== getLoginStrategy.id })
  }, [client, isSessionAlive])
}

/**
 * The session of a visitor who came because the console didn't respond may still be valid: when it responds again, the visitor
 * returns to the page, otherwise the form is shown. If the page has sent them back immediately, without an outage that this page
 * has seen itself, they decide when to return (`isStuck`).
 */
function useReturnWhenReachable(
  arrival: Pick<HistoryState, 'isUnreachable' | 'isRepeated' | 'returnTo'>,
  strategy: { isSuccess: boolean; error: ApiError | null },
) {
  const { replace } = useNavigation()
  const client = useQueryClient()
  const asks = arrival.isUnreachable === true && strategy.isSuccess
  const session = useApiQuery(getSession, {}, { enabled: asks, staleTime: 0 })
  // Any other failure with a valid session, such as a storage outage, is best reported by the page itself.
  const isAlive = session.isSuccess || (session.isError && !isConsoleDown(session.error) && !isSignedOut(session.error))
  const isBack = asks && session.isFetchedAfterMount && isAlive && !session.isFetching

  const isDown = isConsoleDown(strategy.error) || isConsoleDown(session.error)
  const [sawOutage, setSawOutage] = useState(false)
  useEffect(() => {
    if (isDown) setSawOutage(true)
  }, [isDown])
  const isStuck = isBack && arrival.isRepeated === true && !sawOutage

  const goBack = useCallback(() => {
    // The queries that failed when the connection broke are repeated; the session has just been loaded.
    void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== getSession.id })
    replace(arrival.returnTo ?? homePath(), { returnedAt: Date.now() })
  }, [client, replace, arrival.returnTo])
  useEffect(() => {
    if (isBack && !isStuck) goBack()
  }, [isBack, isStuck, goBack])
  return {
    isStuck,
    goBack,
    error: isConsoleDown(session.error) ? session.error : null,
    refetch: session.refetch,
    isWaiting: asks && !isSignedOut(session.error),
  }
}
