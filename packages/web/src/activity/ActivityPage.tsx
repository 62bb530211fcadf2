import '../messages/en/activity.ts'
import {
  ACTIVITY_FEATURE,
  BATCH_JOBS_FEATURE,
  getBackgroundHeal,
  getCountedUsage,
  getLifecycleQueue,
  getScannerActivity,
  HEAL_FEATURE,
  listBatchJobs,
  listDriveEvents,
} from '@cooperage/contract'
import { IconHeartRateMonitor } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { RefreshButton } from '../shared/RefreshButton.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { DriveEvents } from './DriveEvents.tsx'
import { HealingCard } from './HealingCard.tsx'
import { LifecycleCard } from './LifecycleCard.tsx'
import { OthersCard } from './OthersCard.tsx'
import { ScannerCard } from './ScannerCard.tsx'
import { silentNodes } from './silent-nodes.ts'

const FAST_REFRESH_MS = 10_000
/** Of what changes slowly, or takes the storage server several calls. */
const REFRESH_MS = 30_000

/** What the storage server does now. Each part needs another permission, and says which if it lacks. */
export function ActivityPage() {
  const t = useTexts('activity')
  usePageTitle(t('title'))
  const { features = [] } = useSession() ?? {}
  if (!features.includes(ACTIVITY_FEATURE)) {
    return (
      <div className={layout.page}>
        <PageHeader title={t('title')} below={t('purpose')} />
        <EmptyState icon={IconHeartRateMonitor} title={t('notOffered')} hint={t('notOfferedHint')} />
      </div>
    )
  }
  return <Parts heals={features.includes(HEAL_FEATURE)} hasJobs={features.includes(BATCH_JOBS_FEATURE)} />
}

function Parts({ heals, hasJobs }: { heals: boolean; hasJobs: boolean }) {
  const t = useTexts('activity')
  const scanner = useApiQuery(getScannerActivity, {}, { refreshMs: FAST_REFRESH_MS })
  const usage = useApiQuery(getCountedUsage, {}, { refreshMs: REFRESH_MS })
  const queue = useApiQuery(getLifecycleQueue, {}, { refreshMs: FAST_REFRESH_MS })
  const healing = useApiQuery(getBackgroundHeal, {}, { refreshMs: FAST_REFRESH_MS, enabled: heals })
  const jobs = useApiQuery(listBatchJobs, {}, { refreshMs: REFRESH_MS, enabled: hasJobs })
  const events = useApiQuery(listDriveEvents, {}, { refreshMs: REFRESH_MS })
  const invalidate = useInvalidate()
  const queries = [scanner, usage, queue, healing, jobs, events]
  return (
    <div className={layout.page}>
      <PageHeader title={t('title')} below={t('purpose')}>
        <RefreshButton
          isBusy={queries.some(({ isFetching }) => isFetching)}
          onClick={() =>
            void invalidate(
              getScannerActivity,
              getCountedUsage,
              getLifecycleQueue,
              getBackgroundHeal,
              listBatchJobs,
              listDriveEvents,
            )
          }
        />
      </PageHeader>
      <div role="status" className={layout.notes}>
        {silentNodes(scanner.data, queue.data, healing.data).map((node) => (
          <WarningNote key={node}>{t('silent', { node })}</WarningNote>
        ))}
      </div>
      <ScannerCard scanner={scanner} usage={usage} />
      <LifecycleCard scanner={scanner} queue={queue} />
      <HealingCard query={heals ? healing : undefined} />
      <DriveEvents query={events} />
      <OthersCard usage={usage} jobs={hasJobs ? jobs : undefined} />
    </div>
  )
}
