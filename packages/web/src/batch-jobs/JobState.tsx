import type { JobProgress } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { StateMark } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { failuresOf, toneOf } from './progress.ts'

/** The state of a job, with the number of objects that it failed on although it has ended well. */
export function JobState({ progress }: { progress: JobProgress }) {
  const t = useTexts('batchJobs')
  const failed = failuresOf(progress)
  const text =
    progress.state === 'complete' && failed > 0
      ? t('states.partly', { number: formatCount(failed) })
      : t(`states.${progress.state}`)
  return <StateMark tone={toneOf(progress)} text={text} />
}
