import { type BatchJob, listBatchJobs } from '@cooperage/contract'
import { IconListDetails, IconPlayerStop, IconRepeat, IconStack2 } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import type { Column, RowAction } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { RelativeTime } from '../shared/text/RelativeTime.tsx'
import { sentences } from '../shared/text/sentences.ts'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { CancelJobDialog, JobDialog, StartAgainModal, useDenied } from './index.ts'
import { jobColumns } from './job-columns.tsx'
import { isOpenJob, refreshMsOf } from './progress.ts'

const NONE: readonly BatchJob[] = []
const idOf = ({ id }: BatchJob) => id
const REFRESH_MS = 30_000

/** The jobs that run, and those that have ended, with what can be done with each. `start`: the button that starts one. */
export function JobList({ start }: { start: ReactNode }) {
  const t = useTexts('batchJobs')
  const list = useApiQuery(listBatchJobs, {}, { refreshMs: REFRESH_MS })
  const jobs = list.data?.items ?? NONE
  const isRunning = jobs.some(({ progress }) => isOpenJob(progress))
  // A second observer of the same call: each asks as often as it needs to.
  useApiQuery(listBatchJobs, {}, { refreshMs: refreshMsOf(jobs.length), enabled: isRunning })
  const denied = useDenied('', 'start', 'describe', 'cancel')
  const { open, dialog } = useDialogs({
    details: (close, job: BatchJob) => <JobDialog id={job.id} job={job} onClose={close} />,
    again: (close, id: string) => <StartAgainModal id={id} onClose={close} />,
    cancel: (close, id: string) => <CancelJobDialog id={id} onClose={close} />,
  })
  const columns = useMemo<Column<BatchJob>[]>(() => {
    const { job, type, state, objects, failed, user } = jobColumns<BatchJob>(t, ({ progress }) => progress.state)
    const started: Column<BatchJob> = {
      id: 'started',
      header: t('list.columns.started'),
      width: 'minmax(130px, 1fr)',
      onPhone: 'shortened',
      compare: (a, b) => Date.parse(a.startedAt || '0') - Date.parse(b.startedAt || '0'),
      cell: ({ startedAt }) => <RelativeTime iso={startedAt} />,
    }
    return [job, type, state, objects, failed, started, user]
  }, [t])
  const actions = useMemo<RowAction<BatchJob>[]>(
    () => [
      {
        id: 'details',
        label: t('details.action'),
        icon: IconListDetails,
        onSelect: (job) => open('details', job),
      },
      {
        id: 'again',
        label: t('again.action'),
        icon: IconRepeat,
        disabledReason: () => denied.start ?? denied.describe,
        onSelect: ({ id }) => open('again', id),
      },
      {
        id: 'cancel',
        label: t('cancel.action'),
        icon: IconPlayerStop,
        isDestructive: true,
        appliesTo: ({ progress }) => isOpenJob(progress),
        disabledReason: () => denied.cancel,
        onSelect: ({ id }) => open('cancel', id),
      },
    ],
    [t, open, denied.start, denied.describe, denied.cancel],
  )
  const left = list.data?.left ?? 0
  return (
    <>
      <ResourceList
        id="batch-jobs"
        query={list}
        label={t('list.label')}
        search={{ label: t('list.search'), texts: textsOf }}
        columns={columns}
        rows={jobs}
        rowId={idOf}
        rowName={idOf}
        actions={actions}
        add={start}
        empty={{ icon: IconStack2, title: t('list.empty'), hint: t('list.emptyHint') }}
        count={(count) =>
          sentences([
            t('list.count', { count, number: formatCount(count) }),
            ...(left > 0 ? [t('list.left', { count: left, number: formatCount(left) })] : []),
          ])
        }
      />
      {dialog}
    </>
  )
}

const textsOf = ({ id, user }: BatchJob) => [id, user]
