import { useTexts } from '../../messages/use-texts.ts'
import classes from './replication.module.css'

export type WizardStep = 'remote' | 'buckets'

const STEPS: readonly WizardStep[] = ['remote', 'buckets']

interface WizardStepsProps {
  current: WizardStep
  /** Goes back; only earlier steps can be revisited (spec core-console 2). */
  onBack: () => void
}

export function WizardSteps({ current, onBack }: WizardStepsProps) {
  const t = useTexts('replication')
  const at = STEPS.indexOf(current)
  return (
    <ol className={classes.steps} aria-label={t('several.steps.label')}>
      {STEPS.map((step, index) => {
        const content = (
          <>
            <span className={classes.number} aria-hidden="true">
              {index + 1}
            </span>
            {t(`several.steps.${step}`)}
          </>
        )
        return (
          <li key={step}>
            {index < at ? (
              <button type="button" className={classes.step} onClick={onBack}>
                {content}
              </button>
            ) : (
              <span className={classes.step} aria-current={index === at ? 'step' : undefined}>
                {content}
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
