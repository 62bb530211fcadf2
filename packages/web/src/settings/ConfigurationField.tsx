import type { ConfigurationKey } from '@cooperage/contract'
import { PasswordInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ListField } from './ListField.tsx'
import { separatorOf } from './list-value.ts'

export interface ConfigurationFieldProps {
  field: ConfigurationKey
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The input of one key, by the type that the server reports. */
export function ConfigurationField({ field, value, onChange, error }: ConfigurationFieldProps) {
  const { t } = useTranslation('settings')
  const { key, type, description, required, secret, variable, source } = field
  const notes = [
    description,
    variable !== '' && t('form.environment', { variable }),
    secret && source === 'stored' && t('form.secretSet'),
  ]
  const shared = {
    label: key,
    description: notes.filter(Boolean).join(' · '),
    error,
    withAsterisk: required,
    readOnly: variable !== '',
    variant: variable === '' ? 'default' : 'filled',
  }
  if (type === 'on|off') {
    return (
      <Switch
        label={key}
        description={shared.description}
        disabled={variable !== ''}
        checked={value === 'on'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'on' : 'off')}
      />
    )
  }
  if (secret) {
    return (
      <PasswordInput
        {...shared}
        // A browser must not fill in the visitor's own password.
        autoComplete="off"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t('form.showSecret', { key }) }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (type === 'csv' || type === 'list') {
    const separator = separatorOf(description)
    return <ListField {...shared} separator={separator} hint={t('form.listHint')} value={value} onChange={onChange} />
  }
  if (type === 'sentence') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={1}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      inputMode={type === 'number' ? 'numeric' : type === 'url' ? 'url' : 'text'}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
