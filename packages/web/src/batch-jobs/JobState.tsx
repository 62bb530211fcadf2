import type { JobProgress, JobState as JobStateName, PastJobState } from '@cooperage/contract'
import { type Translate, useTexts } from '../messages/use-texts.ts'
import { StateMark } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { failuresOf, toneOf } from './progress.ts'

interface Props {
  progress: JobProgress
  /** Of a job that its server has forgotten; otherwise the state is that of the progress. */
  state?: JobStateName | PastJobState
}

/** The state of a job, with the number of objects that it failed on although it has ended well. */
export function JobState({ progress, state = progress.state }: Props) {
  const t = useTexts('batchJobs')
  return <StateMark tone={toneOf(progress, state)} text={stateText(t, progress, state)} />
}

export function stateText(
  t: Translate<'batchJobs'>,
  progress: JobProgress,
  state: JobStateName | PastJobState,
): string {
  const failed = failuresOf(progress)
  return state === 'complete' && failed > 0 ? t('states.partly', { number: formatCount(failed) }) : t(`states.${state}`)
}
