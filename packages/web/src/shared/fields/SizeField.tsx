import '../../messages/en/fields.ts'
import { BYTE_UNITS, type ByteUnit } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import classes from './fields.module.css'
import type { SizeInput } from './size.ts'

interface SizeFieldProps {
  label: string
  description?: string
  value: SizeInput
  onChange: (value: SizeInput) => void
  error?: string | undefined
  /** Default: all binary units. */
  units?: readonly ByteUnit[]
  /** The label of a unit if it isn't its name: 'GiB/s'. */
  unitLabel?: (unit: ByteUnit) => string
  isDisabled?: boolean
  /** Minimum number, whatever the unit; default any number that isn't negative. */
  min?: number
}

/** A number and its binary unit; `sizeInput` converts bytes to its value, `bytesOfInput` its value to bytes. */
export function SizeField(props: SizeFieldProps) {
  const {
    label,
    description,
    value,
    onChange,
    error,
    units = BYTE_UNITS,
    unitLabel = (unit) => unit,
    isDisabled = false,
    min,
  } = props
  const t = useTexts('fields')
  return (
    <div className={classes.size}>
      <TextInput
        label={label}
        description={description}
        error={error}
        inputMode="decimal"
        {...(min !== undefined && { type: 'number', min, step: 'any' })}
        disabled={isDisabled}
        value={value.amount}
        onChange={(event) => onChange({ ...value, amount: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label={t('size.unit', { label })}
        disabled={isDisabled}
        data={units.map((unit) => ({ value: unit, label: unitLabel(unit) }))}
        value={value.unit}
        onChange={(event) => {
          const unit = units.find((one) => one === event.currentTarget.value)
          if (unit !== undefined) onChange({ ...value, unit })
        }}
      />
    </div>
  )
}
