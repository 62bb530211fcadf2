import '../messages/en/server-jobs.ts'
import { controlJob, type JobAction, listJobs, type ServerJob } from '@cooperage/contract'
import { IconListDetails, IconPlayerPause, IconPlayerPlay, IconProgress, IconRefresh, IconX } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { jobsPath } from '../navigation/paths/pages.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { useChange } from '../shared/api/use-change.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { showError } from '../shared/feedback/messages.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { useCan } from './index.ts'
import { JobLog } from './JobLog.tsx'
import { JobProgress } from './JobProgress.tsx'
import { JobStatus } from './JobStatus.tsx'
import classes from './jobs.module.css'
import { canControl, isOpenJob, useJobTitle } from './server-job.ts'
import { useRetry } from './use-job-to-server.ts'

const NONE: readonly ServerJob[] = []
const SCOPES = ['own', 'all'] as const
const REFRESH_MS = 2_000
/** While nothing runs: another tab may start a job. */
const IDLE_REFRESH_MS = 15_000

/** The jobs that run on the server: the user's own, and for administrators those of all accounts. */
export function JobsPage() {
  const t = useTexts('serverJobs')
  usePageTitle(t('title'))
  const seesAll = useCan('', 'seeAll').seeAll === true
  const wanted = useCurrentTab()
  const scope = seesAll && wanted === 'all' ? 'all' : 'own'
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')} />
      {seesAll && (
        <LinkTabs
          label={t('scope')}
          current={scope}
          tabs={SCOPES.map((id) => ({ id, label: t(`scopes.${id}`), to: jobsPath(id === 'own' ? '' : id) }))}
        />
      )}
      <JobTable key={scope} isOfAll={scope === 'all'} />
    </ListPage>
  )
}

function JobTable({ isOfAll }: { isOfAll: boolean }) {
  const t = useTexts('serverJobs')
  const [isBusy, setBusy] = useState(true)
  const list = useApiQuery(
    listJobs,
    { query: { everyone: isOfAll } },
    { refreshMs: isBusy ? REFRESH_MS : IDLE_REFRESH_MS },
  )
  const rows = list.data ?? NONE
  const isAnyOpen = rows.some(isOpenJob)
  if (isAnyOpen !== isBusy && list.data !== undefined) setBusy(isAnyOpen)
  const titleOf = useJobTitle()
  const textsOf = useCallback((job: ServerJob) => [titleOf(job), job.owner], [titleOf])
  const { control, retry } = useControl()
  const { open, dialog } = useDialogs({
    log: (close, job: ServerJob) => (
      <JobLog
        job={job}
        onRetry={(failed) => {
          close()
          retry(failed)
        }}
        onClose={close}
      />
    ),
    cancel: (close, job: ServerJob) => (
      <DeletionDialog
        title={t('cancelTitle')}
        confirmLabel={t('actions.cancel')}
        route={controlJob}
        input={{ params: { id: job.id }, body: { action: 'cancel' } }}
        changes={[listJobs]}
        onClose={close}
      >
        <p>
          <ObjectName name={titleOf(job)} />
        </p>
        <p>{t('cancelNote')}</p>
      </DeletionDialog>
    ),
  })
  const columns = useColumns(isOfAll)
  const actions = useMemo<RowAction<ServerJob>[]>(() => {
    return [
      { id: 'log', label: t('actions.log'), icon: IconListDetails, onSelect: (job) => open('log', job) },
      {
        id: 'pause',
        label: t('actions.pause'),
        icon: IconPlayerPause,
        appliesTo: (job) => canControl(job, 'pause'),
        onSelect: (job) => control(job, 'pause'),
      },
      {
        id: 'resume',
        label: t('actions.resume'),
        icon: IconPlayerPlay,
        appliesTo: (job) => canControl(job, 'resume'),
        onSelect: (job) => control(job, 'resume'),
      },
      {
        id: 'retry',
        label: t('actions.retry'),
        icon: IconRefresh,
        appliesTo: (job) => job.can_retry,
        onSelect: retry,
      },
      {
        id: 'cancel',
        label: t('actions.cancel'),
        icon: IconX,
        isDestructive: true,
        appliesTo: isOpenJob,
        onSelect: (job) => open('cancel', job),
      },
    ]
  }, [t, open, control, retry])
  return (
    <>
      <ResourceList
        id="jobs"
        query={list}
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={titleOf}
        actions={actions}
        search={{ label: t('search'), texts: textsOf }}
        empty={{ icon: IconProgress, title: t('empty'), hint: t('emptyHint') }}
        count={(count) => t('count', { count, number: formatCount(count) })}
      />
      {dialog}
    </>
  )
}

function useControl() {
  const { mutate: change } = useChange(controlJob, { changes: [listJobs], onError: showError })
  const control = useCallback(
    ({ id }: ServerJob, action: JobAction) => change({ params: { id }, body: { action } }),
    [change],
  )
  return { control, retry: useRetry() }
}

function useColumns(isOfAll: boolean): Column<ServerJob>[] {
  const t = useTexts('serverJobs')
  const titleOf = useJobTitle()
  return useMemo(
    () => [
      {
        id: 'job',
        header: t('columns.job'),
        width: 'minmax(220px, 1.5fr)',
        name: titleOf,
        cell: (job) => (
          <span className={classes.lines} title={plainName(titleOf(job))}>
            <ObjectName name={titleOf(job)} />
          </span>
        ),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '160px',
        text: ({ status }) => status,
        cell: (job) => <JobStatus job={job} />,
      },
      {
        id: 'progress',
        header: t('columns.progress'),
        width: 'minmax(180px, 1fr)',
        onPhone: 'shortened',
        compare: (a, b) => a.done - b.done,
        cell: (job) => <JobProgress job={job} />,
      },
      ...(isOfAll
        ? [
            {
              id: 'owner',
              header: t('columns.owner'),
              width: 'minmax(100px, 160px)',
              onPhone: 'hidden' as const,
              name: ({ owner }: ServerJob) => owner,
            },
          ]
        : []),
      {
        id: 'created',
        header: t('columns.created'),
        width: '160px',
        onPhone: 'hidden',
        text: ({ created }) => created,
        cell: ({ created }) => <RelativeTime iso={created} />,
      },
    ],
    [t, titleOf, isOfAll],
  )
}
