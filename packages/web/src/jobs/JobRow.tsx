import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconPlayerPause, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureReason } from '../shared/api/api-error.ts'
import layout from '../shared/layout.module.css'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import type { Job } from './job-list.ts'
import classes from './jobs.module.css'
import { jobs } from './jobs.ts'

/** Maximum number of failures that are shown; the others are counted. */
const SHOWN = 200

/** A job: its title, progress and failures, and what can be done about them. */
export function JobRow({ job }: { job: Job }) {
  const { t } = useTranslation('jobs')
  const [isOpen, setOpen] = useState(false)
  const { id, title, status, progress, failedCount, problem } = job
  const isRunning = status === 'running'
  const facts = [
    ...(status === 'running' ? [] : [t(`status.${status}`)]),
    progress,
    ...(failedCount > 0 ? [t('failed', { count: failedCount, number: formatCount(failedCount) })] : []),
  ].join(' · ')
  return (
    <li className={classes.job} data-status={status}>
      <div className={classes.head}>
        <Sign status={status} />
        <p className={classes.title}>{title}</p>
        <p role="status" className={classes.facts}>
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

/** The failures by key, with the reason. */
function FailureList({ job: { title, failed, failedCount } }: { job: Job }) {
  const { t } = useTranslation('jobs')
  const shown = failed.slice(0, SHOWN)
  const more = failedCount - shown.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <ul className={classes.failures} aria-label={t('failures', { title })} tabIndex={0}>
      {shown.map(({ path, message, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: versions of an object fail under one path; the list only grows
        <li key={index} className={classes.failure}>
          <ObjectName name={path} />
          <span className={layout.bad}>{failureReason({ message, text })}</span>
        </li>
      ))}
      {more > 0 && <li className={classes.failure}>{t('more', { count: more, number: formatCount(more) })}</li>}
    </ul>
  )
}
