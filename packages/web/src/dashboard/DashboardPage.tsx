import '../messages/en/alerts.ts'
import '../messages/en/dashboard.ts'
import '../messages/en/widgets.ts'
import {
  countAlerts,
  ENGINE_FEATURE,
  getServerInfo,
  getUsage,
  type MetricsState,
  type ServerInfo,
  WIDGET_TABS,
} from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentPath, useCurrentTab } from '../navigation/navigation.ts'
import { alertsPath, dashboardPath, guidePath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { failureReason } from '../shared/api/api-error.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { ErrorState } from '../shared/ErrorState.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { usePageTitle } from '../shared/use-page-title.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import classes from './dashboard.module.css'
import { StartCard, WidgetBoard } from './index.ts'
import { isStarting, keepStartChoice, readStartChoice, type StartChoice } from './start-choice.ts'
import { UsageView } from './UsageView.tsx'
import { REFRESH_MS, useServerInfo } from './use-server-info.ts'

const TABS = [...WIDGET_TABS, 'usage'] as const

/** State, usage and metrics of the storage server (spec core-console 2, Dashboard). */
export function DashboardPage() {
  const t = useTexts('dashboard')
  usePageTitle(t('title'))
  const tabOfAddress = useCurrentTab()
  const info = useServerInfo({ hasSummary: tabOfAddress === '' })
  const hasWidgets = (info.data?.widgets.length ?? 0) > 0
  const tab = hasWidgets ? (TABS.find((one) => one === tabOfAddress) ?? 'summary') : 'usage'
  const usage = useApiQuery(
    getUsage,
    {},
    { refreshMs: REFRESH_MS, enabled: info.data !== undefined && tab === 'usage' },
  )
  const invalidate = useInvalidate()
  const start = useStart(info.data)
  return (
    <div className={`${layout.page} ${classes.dashboard}`} data-wide={tab !== 'usage' || undefined}>
      <PageHeader title={t('title')} below={t('purpose')}>
        {tab === 'usage' && (
          <RefreshButton
            isBusy={info.isFetching || usage.isFetching}
            onClick={() => void invalidate(getServerInfo, getUsage)}
          />
        )}
      </PageHeader>
      {info.data === undefined ? (
        info.error ? (
          <ErrorState error={info.error} onRetry={() => void info.refetch()} isRetrying={info.isFetching} />
        ) : (
          <Loading />
        )
      ) : (
        <>
          {hasWidgets && <Tabs current={tab} />}
          {info.error && <StaleNotice error={info.error} onRetry={() => void info.refetch()} />}
          <Notes info={info.data} />
          {start !== undefined && tabOfAddress === '' ? (
            <StartCard info={info.data} {...start} />
          ) : tab === 'usage' ? (
            <>
              <UsageView info={info.data} usage={usage} />
              <Offer metrics={info.data.metrics} />
            </>
          ) : (
            <WidgetBoard key={tab} tab={tab} metrics={info.data.metrics} />
          )}
        </>
      )}
    </div>
  )
}

/** What the account has decided about the start card; undefined if it isn't shown. */
function useStart(info: ServerInfo | undefined) {
  const { features = [], accountName = '' } = useSession() ?? {}
  const [choice, setChoice] = useState(() => readStartChoice(accountName))
  const isOwnEngine = features.includes(ENGINE_FEATURE)
  const isKiosk = useCurrentPath() === '/metrics'
  if (!isOwnEngine || isKiosk || info === undefined || !isStarting(choice, info)) return undefined
  return {
    choice,
    onChoose: (chosen: StartChoice) => {
      keepStartChoice(accountName, chosen)
      setChoice(chosen)
    },
  }
}

function Tabs({ current }: { current: (typeof TABS)[number] }) {
  const t = useTexts('widgets')
  const page = useCurrentPath() === '/metrics' ? '/metrics' : '/dashboard'
  return (
    <LinkTabs
      label={t('tabs.label')}
      current={current}
      tabs={TABS.map((id) => ({
        id,
        label: t(`tabs.${id}`),
        to: dashboardPath(id === 'summary' ? '' : id, page),
      }))}
    />
  )
}

/** The menu asks as often. */
const ALERTS_REFRESH_MS = 60_000

function Notes({ info: { mode, metrics } }: { info: ServerInfo }) {
  const t = useTexts(['dashboard', 'alerts'])
  const hasAlerts = useSession()?.pages.includes('/alerts') === true
  const alerts = useApiQuery(countAlerts, {}, { refreshMs: ALERTS_REFRESH_MS, enabled: hasAlerts })
  const firing = alerts.data?.firing ?? 0
  return (
    <div role="status" className={layout.notes}>
      {mode === 'initializing' && <WarningNote>{t('initializing')}</WarningNote>}
      {firing > 0 && (
        <WarningNote>
          <AppLink to={alertsPath()}>{t('alerts:firing', { count: firing, number: formatCount(firing) })}</AppLink>
        </WarningNote>
      )}
      {metrics.problem !== '' && (
        <WarningNote>{failureReason({ message: metrics.problem, text: metrics.text })}</WarningNote>
      )}
    </div>
  )
}

/** Why there are no charts. */
function Offer({ metrics: { source, isDenied } }: { metrics: MetricsState }) {
  const t = useTexts('widgets')
  if (isDenied) return <p className={layout.note}>{t('denied')}</p>
  if (source !== 'none') return null
  return (
    <p className={layout.note}>
      {t('none')} <AppLink to={guidePath('monitoring')}>{t('noneLink')}</AppLink>
    </p>
  )
}
