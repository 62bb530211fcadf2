import '../messages/en/pools.ts'
import { getRebalance, HEAL_FEATURE, listPoolDrives, listPools } from '@cooperage/contract'
import { IconServer2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { poolsPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { DriveList } from './DriveList.tsx'
import { markDrives } from './drive-marks.ts'
import { PoolsOverview } from './PoolsOverview.tsx'

const TABS = ['overview', 'drives'] as const
const REFRESH_MS = 30_000
/** While data is being moved. */
const FAST_REFRESH_MS = 5_000

/** The pools of a cluster: their drives, and moving data between them. */
export function PoolsPage() {
  const t = useTexts('pools')
  usePageTitle(t('title'))
  if (useSession()?.features.includes(HEAL_FEATURE) !== true) {
    return (
      <div className={layout.page}>
        <PageHeader title={t('title')} below={t('purpose')} />
        <EmptyState icon={IconServer2} title={t('notOffered')} hint={t('notOfferedHint')} />
      </div>
    )
  }
  return <Cluster />
}

function Cluster() {
  const t = useTexts('pools')
  const wanted = useCurrentTab()
  const tab = TABS.find((one) => one === wanted) ?? 'overview'
  const pools = useApiQuery(listPools, {}, { refreshMs: REFRESH_MS })
  const rebalance = useApiQuery(getRebalance, {}, { refreshMs: REFRESH_MS })
  const isMoving =
    rebalance.data?.state === 'running' ||
    pools.data?.items.some(({ decommission }) => decommission.state === 'running') === true
  // A second observer of the same calls: each asks as often as it needs to.
  useApiQuery(listPools, {}, { refreshMs: FAST_REFRESH_MS, enabled: isMoving })
  useApiQuery(getRebalance, {}, { refreshMs: FAST_REFRESH_MS, enabled: isMoving })
  const drives = useApiQuery(listPoolDrives, {}, { refreshMs: REFRESH_MS })
  const marked = useMemo(() => drives.data && markDrives(drives.data.items), [drives.data])
  const invalidate = useInvalidate()
  const head = (
    <>
      <PageHeader title={t('title')} below={t('purpose')}>
        {tab === 'overview' && (
          <RefreshButton
            isBusy={pools.isFetching || rebalance.isFetching || drives.isFetching}
            onClick={() => void invalidate(listPools, listPoolDrives, getRebalance)}
          />
        )}
      </PageHeader>
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: poolsPath(id === 'overview' ? '' : id) }))}
      />
    </>
  )
  if (tab === 'drives') {
    return (
      <ListPage>
        {head}
        <DriveList query={drives} drives={marked} />
      </ListPage>
    )
  }
  return (
    <div className={layout.page}>
      {head}
      <PoolsOverview pools={pools} rebalance={rebalance} drives={drives} marked={marked} />
    </div>
  )
}
