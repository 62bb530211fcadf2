import '../messages/en/tenants.ts'
import { getPodLog, listPodEvents, listPods, type PodEvent } from '@cooperage/contract'
import { NativeSelect, Switch } from '@mantine/core'
import { IconCalendarEvent, IconFileText } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { queryText } from '../navigation/address.ts'
import { useCurrentPath, useCurrentTab } from '../navigation/navigation.ts'
import { parseTenantPath, podPath, type TenantAddress, tenantPath, tenantsPath } from '../navigation/paths/tenants.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { useClusterQuery } from '../shared/live/use-cluster-query.ts'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { SearchBox } from '../shared/SearchBox.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { LongText } from '../shared/text/LongText.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { formatElapsed, isoOfSeconds } from './elapsed.ts'
import { isHighlighted, logLines } from './log-lines.ts'
import classes from './tenants.module.css'

const TABS = ['events', 'logs'] as const
/** How often a followed log is polled. */
const FOLLOW_MS = 3_000

/** Events and logs of a pod (spec operator-mode 2). */
export function PodPage() {
  const address = parseTenantPath(useCurrentPath())
  if (address === undefined || address.pod === '') return <NotFoundPage />
  return <PodFrame key={address.pod} {...address} />
}

function PodFrame({ namespace, tenant, pod }: TenantAddress) {
  const t = useTexts('tenants')
  usePageTitle(pod)
  const wanted = useCurrentTab()
  const tab = TABS.find((one) => one === wanted) ?? 'events'
  const path = podPath(namespace, tenant, pod)
  const place = { namespace, tenant, pod }
  return (
    <div className={layout.page}>
      <PageHeader
        title={<ObjectName name={pod} />}
        crumbs={[
          { to: tenantsPath(), label: t('title') },
          { to: tenantPath(namespace, tenant), label: <ObjectName name={tenant} /> },
          { to: tenantPath(namespace, tenant, 'pods'), label: t('tabs.pods') },
          { to: path, label: <ObjectName name={pod} /> },
        ]}
      />
      <LinkTabs
        label={t('pods.tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({
          id,
          label: t(`pods.tabs.${id}`),
          to: id === 'events' ? path : `${path}${queryText({ tab: id })}`,
        }))}
      />
      {tab === 'events' ? <Events {...place} /> : <Logs {...place} />}
    </div>
  )
}

interface PodPlace {
  namespace: string
  tenant: string
  pod: string
}

interface EventRow extends PodEvent {
  id: string
}

function Events(place: PodPlace) {
  const t = useTexts('tenants')
  const { namespace } = place
  const list = useClusterQuery(listPodEvents, { params: place }, { resource: 'events', namespace })
  const rows = useMemo<EventRow[]>(
    () => (list.data ?? []).map((event, index) => ({ ...event, id: String(index) })).reverse(),
    [list.data],
  )
  const columns = useMemo<Column<EventRow>[]>(
    () => [
      {
        id: 'namespace',
        header: t('pods.events.columns.namespace'),
        width: 'minmax(140px, 0.5fr)',
        onPhone: 'hidden',
        cell: ({ namespace }) => namespace,
      },
      {
        id: 'lastSeen',
        header: t('pods.events.columns.lastSeen'),
        width: '200px',
        compare: (a, b) => a.last_seen - b.last_seen,
        cell: ({ last_seen }) =>
          last_seen === 0 ? (
            t('pods.events.unknown')
          ) : (
            <RelativeTime iso={isoOfSeconds(last_seen)} format={formatElapsed} />
          ),
      },
      {
        id: 'message',
        header: t('pods.events.columns.message'),
        width: 'minmax(200px, 2fr)',
        isFirstOnPhone: true,
        cell: ({ message }) => <LongText text={message} />,
      },
      {
        id: 'type',
        header: t('pods.events.columns.type'),
        width: '110px',
        onPhone: 'ownLine',
        cell: ({ event_type }) => event_type,
      },
      {
        id: 'reason',
        header: t('pods.events.columns.reason'),
        width: '150px',
        onPhone: 'hidden',
        cell: ({ reason }) => reason,
      },
    ],
    [t],
  )
  return (
    <div className={classes.table}>
      <ResourceList
        id="pod-events"
        query={list}
        label={t('pods.tabs.events')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ reason }) => reason}
        empty={{ icon: IconCalendarEvent, title: t('pods.events.empty'), hint: t('pods.events.emptyHint') }}
        count={(count) => t('pods.events.count', { count, number: formatCount(count) })}
      />
    </div>
  )
}

function Logs({ namespace, tenant, pod }: PodPlace) {
  const t = useTexts('tenants')
  const [search, setSearch] = useState('')
  const [container, setContainer] = useState('')
  const [previous, setPrevious] = useState(false)
  const [follows, setFollows] = useState(false)
  const pods = useApiQuery(listPods, { params: { namespace, tenant } })
  const containers = pods.data?.find(({ name }) => name === pod)?.containers ?? []
  const log = useApiQuery(
    getPodLog,
    { params: { namespace, tenant, pod }, query: { container, previous } },
    follows ? { refreshMs: FOLLOW_MS } : {},
  )
  const lines = useMemo(() => logLines(log.data ?? ''), [log.data])
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (follows && lines.length > 0) end.current?.scrollIntoView({ block: 'nearest' })
  }, [follows, lines])
  return (
    <>
      <div className={layout.row}>
        <SearchBox label={t('pods.logs.highlight')} value={search} onChange={setSearch} />
        {containers.length > 1 && (
          <NativeSelect
            aria-label={t('pods.logs.container')}
            title={t('pods.logs.container')}
            data={containers}
            value={container || (containers[0] ?? '')}
            onChange={(event) => setContainer(event.currentTarget.value)}
          />
        )}
        <Switch
          label={t('pods.logs.previous')}
          checked={previous}
          onChange={(event) => setPrevious(event.currentTarget.checked)}
        />
        <Switch
          label={t('pods.logs.follow')}
          checked={follows}
          onChange={(event) => setFollows(event.currentTarget.checked)}
        />
        <RefreshButton isBusy={log.isFetching} onClick={() => void log.refetch()} />
      </div>
      {log.isPending && <Loading />}
      {log.error && <ErrorState error={log.error} onRetry={() => void log.refetch()} isRetrying={log.isFetching} />}
      {!log.error && log.data !== undefined && lines.length === 0 && (
        <EmptyState icon={IconFileText} title={t('pods.logs.empty')} hint={t('pods.logs.emptyHint')} />
      )}
      {!log.error && lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <section className={classes.log} dir="ltr" tabIndex={0} aria-label={t('pods.logs.lines')}>
          {lines.map(({ number, text, isIndented }) => (
            <div
              key={number}
              className={classes.line}
              data-indented={isIndented || undefined}
              data-highlighted={isHighlighted(text, search) || undefined}
            >
              {text}
            </div>
          ))}
          <div ref={end} />
        </section>
      )}
    </>
  )
}
