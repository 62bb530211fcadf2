import type { ReactNode } from 'react'
import fields from '../fields/fields.module.css'
import classes from './live.module.css'

interface LiveFiltersProps {
  label: string
  /** The storage server filters, so that nothing can be changed while the view runs; undefined if it doesn't. */
  lockedReason: string | undefined
  children: ReactNode
}

/** The form above a live view, which is locked while it runs. */
export function LiveFilters({ label, lockedReason, children }: LiveFiltersProps) {
  return (
    <fieldset
      className={classes.filters}
      disabled={lockedReason !== undefined}
      title={lockedReason}
      aria-label={label}
      aria-description={lockedReason}
    >
      {children}
    </fieldset>
  )
}

interface CheckListProps<T extends string> {
  label: string
  options: readonly { value: T; label: string }[]
  chosen: readonly T[]
  onChange: (value: T, isChosen: boolean) => void
}

export function CheckList<T extends string>({ label, options, chosen, onChange }: CheckListProps<T>) {
  return (
    <fieldset className={classes.list}>
      <legend className={fields.label}>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={(event) => onChange(option.value, event.currentTarget.checked)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
