import { getTenantConsole } from '@cooperage/contract'
import { useState } from 'react'
import { withBase } from '../navigation/navigation.ts'
import { isOutage } from '../shared/api/api-error.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { Loading } from '../shared/Loading.tsx'
import classes from './tenants.module.css'

/** Users who lose access to the tenant see the reason, instead of a frame whose calls all fail. */
const CHECK_MS = 15_000

interface ConsoleFrameProps {
  namespace: string
  tenant: string
  /** What the frame shows, for screen readers. */
  title: string
  /** A page of the tenant's console: `metrics`. */
  page?: string
}

/** The console of a tenant, which the server signs in to with the visitor's permissions (spec operator-mode 2). */
export function ConsoleFrame({ namespace, tenant, title, page = '' }: ConsoleFrameProps) {
  const check = useApiQuery(getTenantConsole, { params: { namespace, tenant } }, { refreshMs: CHECK_MS })
  const [isLoaded, setLoaded] = useState(false)
  // During an outage the frame stays, with what the user is doing in it.
  if (check.error && (check.data === undefined || !isOutage(check.error))) {
    return <ErrorState error={check.error} onRetry={() => void check.refetch()} isRetrying={check.isFetching} />
  }
  if (check.data === undefined) return <Loading />
  return (
    <div className={classes.consolePlace} data-tab={page !== '' || undefined}>
      {!isLoaded && <Loading />}
      <iframe
        className={classes.consoleFrame}
        title={title}
        src={`${withBase(check.data.path)}${page}`}
        onLoad={() => setLoaded(true)}
      />
    </div>
  )
}
