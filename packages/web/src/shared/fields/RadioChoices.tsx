import { type ReactNode, useId } from 'react'
import classes from './fields.module.css'

interface RadioChoicesProps<Value extends string> {
  legend: ReactNode
  choices: readonly { value: Value; label: string; hint: string }[]
  chosen: Value
  onChange: (value: Value) => void
  /** Whether it has the focus when a dialog opens. */
  hasFocus?: boolean
  /** Whether it can't be changed now. */
  isDisabled?: boolean
  /** A note on the choice, announced when it changes. */
  status: string | undefined
}

/** Radio buttons below each other, each with its consequence. */
export function RadioChoices<Value extends string>(props: RadioChoicesProps<Value>) {
  const { legend, choices, chosen, onChange, hasFocus = false, isDisabled = false, status } = props
  const id = useId()
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{legend}</legend>
      {choices.map(({ value, label, hint }, index) => (
        <label key={value} className={classes.radio}>
          <input
            type="radio"
            name={id}
            // The label has the hint too, so that a click on it counts.
            aria-labelledby={`${id}-${value}-label`}
            aria-describedby={`${id}-${value}`}
            data-autofocus={(hasFocus && index === 0) || undefined}
            checked={value === chosen}
            // Not the disabled attribute: the focus would be lost.
            aria-disabled={isDisabled || undefined}
            onChange={() => {
              if (!isDisabled) onChange(value)
            }}
          />
          <span id={`${id}-${value}-label`}>{label}</span>
          <span id={`${id}-${value}`} className={classes.radioHint}>
            {hint}
          </span>
        </label>
      ))}
      <p role="status" className={classes.radioStatus}>
        {status}
      </p>
    </fieldset>
  )
}
