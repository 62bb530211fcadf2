import { useTexts } from '../messages/use-texts.ts'
import { FailureReason } from '../shared/feedback/FailureReason.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import type { Job } from './job-list.ts'
import classes from './jobs.module.css'

/** Maximum number of failures that are shown; the others are counted. */
const SHOWN = 200

/** The failures of a job by key, with the reason. */
export function FailureList({ job: { title, failed, failedCount } }: { job: Job }) {
  const t = useTexts('jobs')
  const shown = failed.slice(0, SHOWN)
  const more = failedCount - shown.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <ul className={classes.failures} aria-label={t('failures', { title })} tabIndex={0}>
      {shown.map(({ path, ...failure }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: versions of an object fail under one path; the list only grows
        <li key={index} className={classes.failure}>
          <ObjectName name={path} />
          <FailureReason failure={failure} />
        </li>
      ))}
      {more > 0 && <li className={classes.failure}>{t('more', { count: more, number: formatCount(more) })}</li>}
    </ul>
  )
}
