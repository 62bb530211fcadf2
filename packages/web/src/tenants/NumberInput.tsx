import { TextInput } from '@mantine/core'

interface NumberInputProps {
  label: string
  description?: string | undefined
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  min?: number
  hasAutofocus?: boolean
}

/** A whole number. The typed text isn't changed, so that it can be validated. */
export function NumberInput({ label, description, value, onChange, error, min = 1, hasAutofocus }: NumberInputProps) {
  return (
    <TextInput
      type="number"
      inputMode="numeric"
      min={min}
      label={label}
      description={description}
      error={error}
      data-autofocus={hasAutofocus || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
