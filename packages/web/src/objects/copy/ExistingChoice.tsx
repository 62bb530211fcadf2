import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ExistingChoice.module.css'

export const EXISTING = ['skip', 'keep_both', 'overwrite'] as const
export type Existing = (typeof EXISTING)[number]

interface ExistingChoiceProps {
  chosen: Existing
  onChange: (existing: Existing) => void
  /** How many names are known to be taken, in words. */
  taken: string | undefined
}

/** What happens to objects whose name is taken where they go. */
export function ExistingChoice({ chosen, onChange, taken }: ExistingChoiceProps) {
  const { t } = useTranslation('copying')
  const id = useId()
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{t('existing.label')}</legend>
      <p role="status" className={classes.taken}>
        {taken}
      </p>
      {EXISTING.map((existing) => (
        <label key={existing} className={classes.choice}>
          <input
            type="radio"
            name={id}
            aria-describedby={`${id}-${existing}`}
            checked={existing === chosen}
            onChange={() => onChange(existing)}
          />
          <span>{t(`existing.${existing}`)}</span>
          <span id={`${id}-${existing}`} className={classes.hint}>
            {t(`existing.${existing}Hint`)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
