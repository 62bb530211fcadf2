import { formatBytes, type ServerJob } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { formatDuration } from '../shared/text/durations.ts'
import { formatCount } from '../shared/text/numbers.ts'
import classes from './jobs.module.css'
import { isOpenJob, progressOf } from './server-job.ts'

/** How far a job on the server is: of how many objects, as far as they are counted, and how long it still takes. */
export function JobProgress({ job }: { job: ServerJob }) {
  const t = useTexts('serverJobs')
  const { done, at_least: atLeast, bytes, skipped, failed } = job
  const rate = Math.round(job.rate)
  const progress = progressOf(job)
  const secondsLeft = progress?.secondsLeft
  const number = formatCount(done)
  const soFar = () => (atLeast > 0 ? t('ofAtLeast', { done: number, total: formatCount(atLeast) }) : undefined)
  // What needs attention first: a phone cuts off the end.
  const text = [
    progress
      ? t('ofTotal', { percent: progress.percent, done: number, total: formatCount(progress.total) })
      : ((isOpenJob(job) ? soFar() : undefined) ?? t('done', { count: done, number })),
    ...(secondsLeft !== undefined ? [t('timeLeft', { time: formatDuration(secondsLeft) })] : []),
    ...(failed > 0 ? [t('failed', { number: formatCount(failed) })] : []),
    ...(skipped > 0 ? [t('skipped', { number: formatCount(skipped) })] : []),
    ...(bytes > 0 ? [formatBytes(bytes)] : []),
    ...(rate > 0 ? [t('rate', { number: formatCount(rate) })] : []),
  ].join(' · ')
  return (
    <span className={classes.lines} title={text}>
      {progress && <progress className={classes.bar} max={100} value={progress.percent} aria-label={text} />}
      {text}
    </span>
  )
}
