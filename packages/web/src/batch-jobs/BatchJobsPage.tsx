import '../messages/en/batch-jobs.ts'
import { BATCH_JOBS_FEATURE, permissionError } from '@cooperage/contract'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { batchJobsPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { EmptyState } from '../shared/EmptyState.tsx'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import layout from '../shared/layout.module.css'
import { PageHeader } from '../shared/PageHeader.tsx'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { PastJobList, StartJobModal, useDenied } from './index.ts'
import { JobById } from './JobById.tsx'
import { JobList } from './JobList.tsx'

const TABS = ['now', 'history'] as const

/** The batch jobs of the storage server: starting, following and canceling them. */
export function BatchJobsPage() {
  const t = useTexts('batchJobs')
  usePageTitle(t('title'))
  const denied = useDenied('', 'list', 'start')
  const wanted = useCurrentTab()
  const tab = TABS.find((id) => id === wanted) ?? 'now'
  const { open, dialog } = useDialogs({ start: (close) => <StartJobModal onClose={close} /> })
  if (useSession()?.features.includes(BATCH_JOBS_FEATURE) !== true) {
    return (
      <div className={layout.page}>
        <PageHeader title={t('title')} below={t('purpose')} />
        <EmptyState icon={IconStack2} title={t('notOffered')} hint={t('notOfferedHint')} />
      </div>
    )
  }
  const start = (
    <ExplainedButton leftSection={<IconPlus size={16} />} disabledReason={denied.start} onClick={() => open('start')}>
      {t('start.action')}
    </ExplainedButton>
  )
  if (denied.list !== undefined) {
    return (
      <div className={layout.page}>
        <PageHeader title={t('title')} below={t('purpose')}>
          {start}
        </PageHeader>
        <p className={layout.note}>{permissionError('admin:ListBatchJobs')}</p>
        <JobById />
        {dialog}
      </div>
    )
  }
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')} />
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({ id, label: t(`tabs.${id}`), to: batchJobsPath(id === 'now' ? '' : id) }))}
      />
      {tab === 'now' ? <JobList start={start} /> : <PastJobList />}
      {dialog}
    </ListPage>
  )
}
