import { listPastBatchJobs, type PastBatchJob } from '@cooperage/contract'
import { IconHistory } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import type { Column } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { jobColumns } from './job-columns.tsx'

const NONE: readonly PastBatchJob[] = []
const idOf = ({ id }: PastBatchJob) => id
const textsOf = ({ id, user, progress }: PastBatchJob) => [id, user, progress.bucket]

/** The jobs that the server has forgotten, as the console last saw them. */
export function PastJobList() {
  const t = useTexts('batchJobs')
  const list = useApiQuery(listPastBatchJobs, {}, { refetchOnMount: 'always' })
  const columns = useMemo<Column<PastBatchJob>[]>(() => {
    const { job, type, state, objects, failed, user } = jobColumns<PastBatchJob>(t, (one) => one.state)
    const bucket: Column<PastBatchJob> = {
      id: 'bucket',
      header: t('list.columns.bucket'),
      width: 'minmax(100px, 1fr)',
      onPhone: 'hidden',
      name: ({ progress }) => progress.bucket,
    }
    const started = time('started', t('list.columns.started'), ({ startedAt }) => startedAt)
    const ended = time('ended', t('list.columns.ended'), ({ endedAt }) => endedAt)
    return [job, type, bucket, state, objects, failed, started, { ...ended, isHiddenAtFirst: true }, user]
  }, [t])
  return (
    <ResourceList
      id="past-batch-jobs"
      query={list}
      label={t('past.label')}
      search={{ label: t('list.search'), texts: textsOf }}
      columns={columns}
      rows={list.data?.items ?? NONE}
      rowId={idOf}
      rowName={idOf}
      empty={{ icon: IconHistory, title: t('past.empty'), hint: t('past.emptyHint') }}
      count={(count) => t('list.count', { count, number: formatCount(count) })}
    />
  )
}

function time(id: string, header: string, of: (job: PastBatchJob) => string): Column<PastBatchJob> {
  return {
    id,
    header,
    width: '160px',
    onPhone: 'shortened',
    compare: (a, b) => Date.parse(of(a) || '0') - Date.parse(of(b) || '0'),
    cell: (job) => (of(job) === '' ? '–' : <Timestamp iso={of(job)} />),
  }
}
