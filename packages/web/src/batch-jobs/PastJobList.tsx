import { listPastBatchJobs, type PastBatchJob, type PastJobState } from '@cooperage/contract'
import { IconHistory } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import type { Column } from '../shared/table/columns.tsx'
import { ResourceList } from '../shared/table/ResourceList.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { failuresOf } from './progress.ts'

const NONE: readonly PastBatchJob[] = []
const TONES: Readonly<Record<PastJobState, Tone>> = {
  complete: 'good',
  failed: 'bad',
  canceled: 'muted',
  unknown: 'muted',
}
const idOf = ({ id }: PastBatchJob) => id
const textsOf = ({ id, user, progress }: PastBatchJob) => [id, user, progress.bucket]

/** The jobs that the server has forgotten, as the console last saw them. */
export function PastJobList() {
  const t = useTexts('batchJobs')
  const list = useApiQuery(listPastBatchJobs, {}, { refetchOnMount: 'always' })
  const columns = useMemo<Column<PastBatchJob>[]>(() => {
    const stateOf = ({ state, progress }: PastBatchJob) =>
      state === 'complete' && failuresOf(progress) > 0
        ? t('states.partly', { number: formatCount(failuresOf(progress)) })
        : t(`states.${state}`)
    const toneOf = ({ state, progress }: PastBatchJob) =>
      state === 'complete' && failuresOf(progress) > 0 ? 'warn' : TONES[state]
    return [
      { id: 'job', header: t('list.columns.job'), width: 'minmax(170px, 2fr)', name: idOf },
      {
        id: 'type',
        header: t('list.columns.type'),
        width: 'minmax(90px, 1fr)',
        text: ({ type }) => t(`types.${type}`),
      },
      {
        id: 'bucket',
        header: t('list.columns.bucket'),
        width: 'minmax(100px, 1fr)',
        onPhone: 'hidden',
        name: ({ progress }) => progress.bucket,
      },
      {
        id: 'state',
        header: t('list.columns.state'),
        width: 'minmax(120px, 1fr)',
        text: stateOf,
        cell: (job) => <StateMark tone={toneOf(job)} text={stateOf(job)} />,
      },
      {
        id: 'objects',
        header: t('list.columns.objects'),
        width: '100px',
        isNamedOnPhone: true,
        number: ({ progress }) => progress.objects,
      },
      {
        id: 'failed',
        header: t('list.columns.failed'),
        width: '144px',
        onPhone: 'hidden',
        number: ({ progress }) => failuresOf(progress),
      },
      time('started', t('list.columns.started'), ({ startedAt }) => startedAt),
      { ...time('ended', t('list.columns.ended'), ({ endedAt }) => endedAt), isHiddenAtFirst: true },
      {
        id: 'user',
        header: t('list.columns.user'),
        width: 'minmax(130px, 1fr)',
        onPhone: 'hidden',
        name: ({ user }) => user,
      },
    ]
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
