import { useTranslation } from 'react-i18next'
import layout from '../shared/layout.module.css'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import classes from './JobPanel.module.css'
import type { Job } from './job-list.ts'

/** Maximum number of rows; the others are counted. */
const SHOWN = 200

/** The failures by key, with the reason. */
export function FailureList({ job: { title, failed, failedCount } }: { job: Job }) {
  const { t } = useTranslation('jobs')
  const shown = failed.slice(0, SHOWN)
  const more = failedCount - shown.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <ul className={classes.failures} aria-label={t('failures', { title })} tabIndex={0}>
      {shown.map(({ path, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: versions of an object fail under one path; the list only grows
        <li key={index} className={classes.failure}>
          <ObjectName name={path} />
          <span className={layout.bad}>{message}</span>
        </li>
      ))}
      {more > 0 && <li className={classes.failure}>{t('more', { count: more, number: formatCount(more) })}</li>}
    </ul>
  )
}
