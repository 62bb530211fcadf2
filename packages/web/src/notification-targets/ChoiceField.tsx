import { NativeSelect } from '@mantine/core'
import { ConfigurationField, type ConfigurationFieldProps, useFieldNotes } from '../settings/ConfigurationField.tsx'

/** The values of keys that servers describe as any text (spec identity-and-settings 3 and 9). */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  format: ['namespace', 'access'],
  delivery_mode: ['1', '2'],
  sasl_mechanism: ['plain', 'sha256', 'sha512'],
  qos: ['0', '1', '2'],
}

/** A choice of known values. A different stored value stays selectable. */
export function ChoiceField(props: ConfigurationFieldProps) {
  const { field, value, onChange, error } = props
  const notes = useFieldNotes(field, value)
  if (field.variable !== '') return <ConfigurationField {...props} />
  const known = CHOICES[field.key] ?? []
  return (
    <NativeSelect
      label={field.key}
      description={notes}
      error={error}
      withAsterisk={field.required}
      data={known.includes(value) ? known : [value, ...known]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export const CHOICE_FIELDS = Object.fromEntries(Object.keys(CHOICES).map((key) => [key, ChoiceField]))
