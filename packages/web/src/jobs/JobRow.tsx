import '../messages/en/transfers.ts'
import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconPlayerPause, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { lazyPart } from '../shared/lazy-part.ts'
import { formatDuration } from '../shared/text/durations.ts'
import { formatCount } from '../shared/text/numbers.ts'
import type { Job } from './job-list.ts'
import classes from './jobs.module.css'
import { jobs } from './jobs.ts'

const FailureList = lazyPart(async () => (await import('./FailureList.tsx')).FailureList)

/** A job: its title, progress and failures, and what can be done about them. */
export function JobRow({ job }: { job: Job }) {
  const t = useTexts(['jobs', 'transfers'])
  const [isOpen, setOpen] = useState(false)
  const { id, title, status, progress, of, failedCount, problem } = job
  const isRunning = status === 'running'
  const facts = [
    ...(status === 'running' ? [] : [t(`status.${status}`)]),
    progress,
    // At its end, what it has done and what has failed says all.
    ...(of && status !== 'incomplete' ? [t('ofTotal', { percent: of.percent, total: formatCount(of.total) })] : []),
    ...(isRunning && of?.secondsLeft !== undefined
      ? [t('transfers:timeLeft', { time: formatDuration(of.secondsLeft) })]
      : []),
    ...(failedCount > 0 ? [t('failed', { count: failedCount, number: formatCount(failedCount) })] : []),
  ].join(' · ')
  return (
    <li className={classes.job} data-status={status}>
      <div className={classes.head}>
        <Sign status={status} />
        <p className={classes.title}>{title}</p>
        {/* Busy: screen readers announce the result, not each step. */}
        <p role="status" aria-busy={isRunning} className={classes.facts}>
          {facts}
        </p>
        <span className={classes.space} />
        {failedCount > 0 && (
          <ActionIcon
            variant="subtle"
            color="neutral"
            size={32}
            aria-expanded={isOpen}
            className={classes.show ?? ''}
            aria-label={t(isOpen ? 'hide' : 'show')}
            title={t(isOpen ? 'hide' : 'show')}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={18} className={classes.chevron} data-open={isOpen || undefined} />
          </ActionIcon>
        )}
        <Button
          variant="default"
          size="compact-sm"
          className={classes.step ?? ''}
          onClick={() => (isRunning ? jobs.stop(id) : jobs.resume(id))}
        >
          {t(isRunning ? 'stop' : status === 'incomplete' ? 'retry' : 'resume')}
        </Button>
        {!isRunning && (
          <ActionIcon
            variant="subtle"
            color="neutral"
            size={32}
            className={classes.dismiss ?? ''}
            aria-label={t('dismiss', { title })}
            title={t('dismiss', { title })}
            onClick={() => {
              jobs.stop(id)
              jobs.dismiss(id)
            }}
          >
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
      {problem !== '' && <p className={classes.problem}>{problem}</p>}
      {isOpen && failedCount > 0 && <FailureList job={job} />}
    </li>
  )
}

function Sign({ status }: Pick<Job, 'status'>) {
  if (status === 'running') return <Loader size={16} aria-hidden="true" className={classes.sign} />
  const Icon = status === 'paused' || status === 'stopped' ? IconPlayerPause : IconAlertTriangle
  return <Icon size={16} aria-hidden="true" className={classes.sign} />
}
