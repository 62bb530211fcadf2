import type { ReportPart } from '@cooperage/contract'
import { IconCircleCheck, IconLoader2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import layout from '../shared/layout.module.css'
import { Bytes } from '../shared/text/Bytes.tsx'
import classes from './Diagnostics.module.css'
import { partTitle } from './part-title.ts'

/** The parts of a report that have arrived so far. */
export function ReportParts({ parts }: { parts: readonly ReportPart[] }) {
  const { t } = useTranslation('diagnostics')
  return (
    <section className={classes.card} aria-labelledby="diagnostic-progress">
      <h2 id="diagnostic-progress">{t('progress')}</h2>
      <ul className={classes.parts} aria-live="polite">
        {parts.map(({ name, bytes }) => (
          <li key={name}>
            <IconCircleCheck size={16} aria-hidden="true" className={layout.good} />
            {partTitle(t, name)}
            <span className={classes.muted}>
              <Bytes bytes={bytes} />
            </span>
          </li>
        ))}
        <li className={classes.muted}>
          <IconLoader2 size={16} aria-hidden="true" />
          {t('collecting')}
        </li>
      </ul>
    </section>
  )
}
