import type { CreationOutcome } from '@cooperage/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './CreationSteps.module.css'

/** The steps of the creation: what is done, and what failed and why. */
export function CreationSteps({ steps }: { steps: readonly CreationOutcome[] }) {
  const { t } = useTranslation('createBucket')
  return (
    <ul className={classes.steps} aria-label={t('stepsLabel')}>
      {steps.map(({ step, done, reason }) => (
        <li key={step} data-tone={done ? 'good' : 'bad'}>
          {done ? <IconCheck size={16} aria-hidden="true" /> : <IconAlertTriangle size={16} aria-hidden="true" />}
          <span className={classes.name}>{t(`steps.${step}`)}</span>
          <span className={classes.outcome}>{done ? t('stepDone') : reason}</span>
        </li>
      ))}
    </ul>
  )
}
