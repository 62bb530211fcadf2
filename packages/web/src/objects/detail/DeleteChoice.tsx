import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './DeleteChoice.module.css'
import type { Deletion } from './deletion.ts'

type Choice = Exclude<Deletion, 'object'>

interface DeleteChoiceProps {
  offered: readonly Deletion[]
  chosen: Deletion
  onChange: (deletion: Deletion) => void
  hints: Record<Choice, string>
  /** Why the storage would refuse what is chosen. */
  problem: string | undefined
}

const CHOICES: readonly Choice[] = ['marker', 'version', 'all']

/** One below the other, each with what will be lost. */
export function DeleteChoice({ offered, chosen, onChange, hints, problem }: DeleteChoiceProps) {
  const { t } = useTranslation('objectDetail')
  const id = useId()
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.legend}>{t('deletion.choice')}</legend>
      {CHOICES.filter((choice) => offered.includes(choice)).map((choice) => (
        <label key={choice} className={classes.choice}>
          <input
            type="radio"
            name={id}
            aria-describedby={`${id}-${choice}`}
            data-autofocus={choice === offered[0] || undefined}
            checked={choice === chosen}
            onChange={() => onChange(choice)}
          />
          <span>{t(`deletion.${choice}`)}</span>
          <span id={`${id}-${choice}`} className={classes.hint}>
            {hints[choice]}
          </span>
        </label>
      ))}
      <p role="status" className={classes.warning}>
        {problem}
      </p>
    </fieldset>
  )
}
