import type { BatchJob, JobState as JobStateName, PastJobState } from '@cooperage/contract'
import type { Translate } from '../messages/use-texts.ts'
import type { Column } from '../shared/table/columns.tsx'
import { JobState, stateText } from './JobState.tsx'
import { failuresOf } from './progress.ts'

type Id = 'job' | 'type' | 'state' | 'objects' | 'failed' | 'user'

/** What the lists of jobs have in common. `stateOf`: the state of a job in this list. */
export function jobColumns<Job extends BatchJob>(
  t: Translate<'batchJobs'>,
  stateOf: (job: Job) => JobStateName | PastJobState,
): Record<Id, Column<Job>> {
  return {
    job: { id: 'job', header: t('list.columns.job'), width: 'minmax(170px, 2fr)', name: ({ id }) => id },
    type: {
      id: 'type',
      header: t('list.columns.type'),
      width: 'minmax(90px, 1fr)',
      text: ({ type }) => t(`types.${type}`),
    },
    state: {
      id: 'state',
      header: t('list.columns.state'),
      width: 'minmax(120px, 1fr)',
      text: (job) => stateText(t, job.progress, stateOf(job)),
      cell: (job) => <JobState progress={job.progress} state={stateOf(job)} />,
    },
    objects: {
      id: 'objects',
      header: t('list.columns.objects'),
      width: '110px',
      isNamedOnPhone: true,
      number: ({ progress }) => progress.objects,
    },
    failed: {
      id: 'failed',
      header: t('list.columns.failed'),
      width: '144px',
      onPhone: 'hidden',
      number: ({ progress }) => failuresOf(progress),
    },
    user: {
      id: 'user',
      header: t('list.columns.user'),
      width: 'minmax(120px, 1fr)',
      onPhone: 'hidden',
      name: ({ user }) => user,
    },
  }
}
