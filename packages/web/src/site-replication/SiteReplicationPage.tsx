import '../messages/en/site-replication.ts'
import {
  getSiteReplication,
  getSiteStatus,
  listSiteResyncs,
  reachSites,
  SITE_REPLICATION_FEATURE,
  type Site,
  type SiteReplication,
} from '@cooperage/contract'
import { IconPlus, IconWorld } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { siteReplicationPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { DifferenceList } from './DifferenceList.tsx'
import { AddSitesModal, RemoveSitesDialog, useDenied } from './index.ts'
import { SitesOverview } from './SitesOverview.tsx'

const TABS = ['overview', 'differences'] as const
const REFRESH_MS = 30_000
/** While a resync is running. */
const FAST_REFRESH_MS = 3_000

/** The sites that replicate with each other: adding, comparing, resyncing and removing them. */
export function SiteReplicationPage() {
  const t = useTexts('siteReplication')
  usePageTitle(t('title'))
  if (useSession()?.features.includes(SITE_REPLICATION_FEATURE) !== true) {
    return (
      <div className={layout.page}>
        <PageHeader title={t('title')} below={t('purpose')} />
        <EmptyState icon={IconWorld} title={t('notOffered')} hint={t('notOfferedHint')} />
      </div>
    )
  }
  return <Sites />
}

function Sites() {
  const t = useTexts('siteReplication')
  const group = useApiQuery(getSiteReplication, {}, { refreshMs: REFRESH_MS })
  const { data, error } = group
  const retry = () => void group.refetch()
  // Here, since a group may appear or end while a dialog has yet to say why not all of it has succeeded.
  const { open, dialog } = useDialogs({
    add: (close, sites: readonly Site[]) => <AddSitesModal group={sites} onClose={close} />,
    removeAll: (close, ownName: string) => <RemoveSitesDialog site={undefined} typedName={ownName} onClose={close} />,
  })
  const page =
    data && data.items.length > 0 ? (
      <Group
        group={data}
        notice={error && <StaleNotice error={error} onRetry={retry} />}
        onAdd={() => open('add', data.items)}
        onRemoveAll={() => open('removeAll', data.items.find(({ isHere }) => isHere)?.name ?? '')}
      />
    ) : (
      <div className={layout.page}>
        <PageHeader title={t('title')} below={t('purpose')} />
        {data ? (
          <NoSites onAdd={() => open('add', [])} />
        ) : error ? (
          <ErrorState error={error} onRetry={retry} isRetrying={group.isFetching} />
        ) : (
          <Loading />
        )}
      </div>
    )
  return (
    <>
      {page}
      {dialog}
    </>
  )
}

function NoSites({ onAdd }: { onAdd: () => void }) {
  const t = useTexts('siteReplication')
  const denied = useDenied('', 'add')
  return (
    <EmptyState
      icon={IconWorld}
      title={t('none')}
      hint={t('noneHint')}
      action={
        <ExplainedButton leftSection={<IconPlus size={16} />} disabledReason={denied.add} onClick={onAdd}>
          {t('add.action')}
        </ExplainedButton>
      }
    />
  )
}

interface GroupProps {
  group: SiteReplication
  notice: ReactNode
  onAdd: () => void
  onRemoveAll: () => void
}

function Group({ group, notice, onAdd, onRemoveAll }: GroupProps) {
  const t = useTexts('siteReplication')
  const wanted = useCurrentTab()
  const tab = TABS.find((one) => one === wanted) ?? 'overview'
  const status = useApiQuery(getSiteStatus, {}, { refreshMs: REFRESH_MS })
  const resyncs = useApiQuery(listSiteResyncs, {}, { refreshMs: REFRESH_MS })
  const isResyncing = resyncs.data?.items.some(({ state }) => state === 'running') === true
  // A second observer of the same call: each asks as often as it needs to.
  useApiQuery(listSiteResyncs, {}, { refreshMs: FAST_REFRESH_MS, enabled: isResyncing })
  // The storage server waits for a site that hangs; the console can say which one it is.
  const isUnknown = status.data === undefined || status.error !== null
  const reached = useApiQuery(reachSites, {}, { refreshMs: REFRESH_MS, enabled: isUnknown })
  const invalidate = useInvalidate()
  const denied = useDenied('', 'add', 'remove')
  const head = (
    <>
      <PageHeader title={t('title')} below={t('purpose')}>
        {tab === 'overview' && (
          <RefreshButton
            isBusy={status.isFetching || resyncs.isFetching}
            onClick={() => void invalidate(getSiteReplication, getSiteStatus, listSiteResyncs, reachSites)}
          />
        )}
        <ExplainedButton variant="default" disabledReason={denied.remove} onClick={onRemoveAll}>
          {t('remove.all')}
        </ExplainedButton>
        <ExplainedButton leftSection={<IconPlus size={16} />} disabledReason={denied.add} onClick={onAdd}>
          {t('add.action')}
        </ExplainedButton>
      </PageHeader>
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: siteReplicationPath(id === 'overview' ? '' : id) }))}
      />
      {notice}
    </>
  )
  if (tab === 'differences') {
    return (
      <ListPage>
        {head}
        <DifferenceList query={status} sites={group.items} />
      </ListPage>
    )
  }
  return (
    <div className={layout.page}>
      {head}
      <SitesOverview group={group} status={status} resyncs={resyncs} reached={isUnknown ? reached.data : undefined} />
    </div>
  )
}
