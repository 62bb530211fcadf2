import '../../messages/en/jobs.ts'
import '../../messages/en/transfers.ts'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { FailureReason } from '../../shared/feedback/FailureReason.tsx'
import layout from '../../shared/layout.module.css'
import list from '../../shared/outcomes/outcomes.module.css'
import type { Progress } from '../../shared/progress.ts'
import { StateMark } from '../../shared/StateMark.tsx'
import { formatDuration } from '../../shared/text/durations.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import classes from '../detail/bucket.module.css'
import type { Emptied } from './emptied.ts'
import type { EmptyingStatus } from './use-emptying.ts'

interface EmptyingProgressProps {
  status: Exclude<EmptyingStatus, 'confirming'>
  emptied: Emptied
  /** Undefined until all is counted. */
  progress: Progress | undefined
  alsoDelete: boolean
}

/** The progress of emptying, and the failures. */
export function EmptyingProgress({ status, emptied, progress, alsoDelete }: EmptyingProgressProps) {
  const t = useTexts(['emptyBucket', 'jobs', 'transfers'])
  const { deleted, uploads, failed, failedCount } = emptied
  const region = useRef<HTMLDivElement>(null)
  // The focused button is disabled now; the next one from here is Stop.
  useEffect(() => {
    region.current?.focus()
  }, [])
  return (
    <>
      {/* Busy: screen readers announce the result, not each step. */}
      <div ref={region} role="status" aria-busy={status === 'running'} tabIndex={-1} className={classes.progress}>
        <p>{t(status === 'incomplete' && alsoDelete ? 'incompleteDelete' : status)}</p>
        <p className={classes.count}>{t('deleted', { count: deleted, number: formatCount(deleted) })}</p>
        {uploads > 0 && <p>{t('uploads', { count: uploads, number: formatCount(uploads) })}</p>}
        {failedCount > 0 && (
          <p>
            <StateMark tone="bad" text={t('failed', { count: failedCount, number: formatCount(failedCount) })} />
          </p>
        )}
      </div>
      {progress && (
        // Not in the region: it changes with each call, and would be read without end.
        <div className={classes.progress}>
          <progress className={layout.meter} max={100} value={progress.percent} aria-hidden="true" />
          <p>
            {t('jobs:ofTotal', { percent: progress.percent, total: formatCount(progress.total) })}
            {status === 'running' &&
              progress.secondsLeft !== undefined &&
              ` · ${t('transfers:timeLeft', { time: formatDuration(progress.secondsLeft) })}`}
          </p>
        </div>
      )}
      {failedCount > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        <ul className={list.list} aria-label={t('failures')} tabIndex={0}>
          {failed.map(({ path, version, ...failure }) => (
            <li key={`${version} ${path}`} className={list.row}>
              <span className={list.name}>
                <ObjectName name={path} />
                {version !== '' && version !== 'null' && (
                  <span className={classes.version}>{t('version', { id: version })}</span>
                )}
              </span>
              <FailureReason failure={failure} />
            </li>
          ))}
          {failedCount > failed.length && (
            <li className={list.row}>
              {t('more', { count: failedCount - failed.length, number: formatCount(failedCount - failed.length) })}
            </li>
          )}
        </ul>
      )}
    </>
  )
}
