import type { ChangeEvent } from 'react'
import classes from './DataTable.module.css'

interface SelectBoxProps {
  label: string
  isChecked: boolean
  isPartly?: boolean
  isDisabled?: boolean
  isTabStop?: boolean
  onToggle: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A checkbox that fills its cell, so that a near miss does not open the row. */
export function SelectBox({ label, isChecked, isPartly, isDisabled, isTabStop = true, onToggle }: SelectBoxProps) {
  return (
    <label className={classes.selectBox}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        tabIndex={isTabStop ? 0 : -1}
        ref={(element) => {
          if (element) element.indeterminate = isPartly === true
        }}
        onChange={onToggle}
      />
    </label>
  )
}
