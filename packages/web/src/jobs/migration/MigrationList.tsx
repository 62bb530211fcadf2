import '../../messages/en/server-jobs.ts'
import { controlJob, getJobReport, type JobAction, listJobs, type ServerJob } from '@cooperage/contract'
import {
  IconFileCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconReload,
  IconTransferOut,
  IconX,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { useApiQuery, useInvalidate } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { showError, showNotice } from '../../shared/feedback/messages.ts'
import layout from '../../shared/layout.module.css'
import { StateMark } from '../../shared/StateMark.tsx'
import type { Column, RowAction } from '../../shared/table/columns.tsx'
import { ResourceList } from '../../shared/table/ResourceList.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import { useDialogs } from '../../shared/use-dialogs.tsx'
import { JobProgress } from '../JobProgress.tsx'
import { JobStatus } from '../JobStatus.tsx'
import { canControl, isOpenJob } from '../server-job.ts'
import { useRetry } from '../use-job-to-server.ts'
import classes from './migration.module.css'
import { ReportDialog } from './ReportDialog.tsx'
import { startMigration } from './start-migration.ts'

const NONE: readonly ServerJob[] = []
const REFRESH_MS = 2_000
const IDLE_REFRESH_MS = 15_000

/** The migrations of this storage server's buckets that run, and those of the last days. */
export function MigrationList() {
  const t = useTexts(['migration', 'serverJobs'])
  const [isBusy, setBusy] = useState(true)
  const list = useApiQuery(
    listJobs,
    { query: { everyone: false } },
    { refreshMs: isBusy ? REFRESH_MS : IDLE_REFRESH_MS },
  )
  const jobs = list.data ?? NONE
  const rows = useMemo(() => jobs.filter(({ kind }) => kind === 'migrate'), [jobs])
  const isAnyOpen = rows.some(isOpenJob)
  if (isAnyOpen !== isBusy && list.data !== undefined) setBusy(isAnyOpen)
  const { mutate: change } = useChange(controlJob, { changes: [listJobs], onError: showError })
  const again = useAgain()
  const retry = useRetry()
  const { open, dialog } = useDialogs({
    report: (close, job: ServerJob) => <ReportDialog job={job} onClose={close} />,
  })
  const columns = useColumns()
  const actions = useMemo<RowAction<ServerJob>[]>(() => {
    const control = (action: JobAction, icon: RowAction<ServerJob>['icon']): RowAction<ServerJob> => ({
      id: action,
      label: t(`serverJobs:actions.${action}`),
      icon,
      appliesTo: (job) => canControl(job, action),
      onSelect: ({ id }) => change({ params: { id }, body: { action } }),
    })
    return [
      { id: 'report', label: t('actions.report'), icon: IconFileCheck, onSelect: (job) => open('report', job) },
      {
        id: 'again',
        label: t('actions.again'),
        icon: IconRefresh,
        appliesTo: (job) => !isOpenJob(job),
        onSelect: again,
      },
      {
        id: 'retry',
        label: t('serverJobs:actions.retry'),
        icon: IconReload,
        appliesTo: (job) => job.can_retry,
        onSelect: retry,
      },
      control('pause', IconPlayerPause),
      control('resume', IconPlayerPlay),
      control('cancel', IconX),
    ]
  }, [t, open, change, again, retry])
  return (
    <section className={classes.migrations} aria-label={t('list')}>
      <h2 className={layout.heading}>{t('list')}</h2>
      <ResourceList
        id="migrations"
        query={list}
        label={t('list')}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowName={({ bucket }) => bucket}
        onOpen={(job) => () => open('report', job)}
        actions={actions}
        above={rows.length > 0 && <p className={layout.note}>{t('listHint')}</p>}
        empty={{ icon: IconTransferOut, title: t('empty'), hint: t('emptyHint') }}
        count={(count) => t('count', { count, number: formatCount(count) })}
      />
      {dialog}
    </section>
  )
}

/**
 * Starts the migration of a bucket again, with the same choice: it copies what has changed since. Settings that a run has written
 * aren't written again, because the target may have got its own since.
 */
function useAgain(): (job: ServerJob) => void {
  const t = useTexts('migration')
  const invalidate = useInvalidate()
  const { mutate } = useMutation<ServerJob, ApiError, ServerJob>({
    mutationFn: async ({ id, bucket, target_bucket: target }) => {
      const report = await call(getJobReport, { params: { id } })
      // By its name: others may have its title. One that isn't there any more isn't found.
      const { server_name: server } = report.target
      const taken = { ...report.taken, settings: report.taken.settings && report.status !== 'done' }
      return await startMigration({ server, bucket, target, taken, expected: 0 })
    },
    onSuccess: () => showNotice(t('startedSome', { count: 1, number: formatCount(1) })),
    onError: (error) => showError(error),
    onSettled: () => invalidate(listJobs),
    gcTime: 0,
  })
  return useCallback((job: ServerJob) => mutate(job), [mutate])
}

function useColumns(): Column<ServerJob>[] {
  const t = useTexts(['migration', 'serverJobs'])
  return useMemo(
    () => [
      { id: 'bucket', header: t('columns.bucket'), width: 'minmax(140px, 1fr)', name: ({ bucket }) => bucket },
      {
        id: 'target',
        header: t('columns.target'),
        width: 'minmax(140px, 1fr)',
        text: ({ server, target_bucket: target }) => `${server} ${target}`,
        cell: ({ server, target_bucket: target }) => (
          <span>
            {plainName(server)} · <ObjectName name={target} />
          </span>
        ),
      },
      {
        id: 'status',
        header: t('columns.status'),
        width: '170px',
        text: ({ status }) => status,
        cell: (job) => <JobStatus job={job} phase={job.phase === '' ? undefined : t(`phase.${job.phase}`)} />,
      },
      {
        id: 'progress',
        header: t('columns.progress'),
        width: 'minmax(180px, 1fr)',
        onPhone: 'shortened',
        compare: (a, b) => a.done - b.done,
        cell: (job) => <JobProgress job={job} />,
      },
      {
        id: 'verified',
        header: t('columns.verified'),
        width: '170px',
        compare: (a, b) => a.differences - b.differences,
        cell: (job) => <Verified job={job} />,
      },
    ],
    [t],
  )
}

function Verified({ job }: { job: ServerJob }) {
  const { status, phase, differences } = job
  const t = useTexts('migration')
  const text = t('differences', { count: differences, number: formatCount(differences) })
  if (differences > 0) return <StateMark tone="warn" text={text} />
  if (status === 'done') return <StateMark tone="good" text={t('same')} />
  return phase === 'verify' && isOpenJob(job) ? (
    t('phase.verify')
  ) : (
    <span className={layout.muted}>{t('notVerified')}</span>
  )
}
