import type { ConfigurationKey } from '@cooperage/contract'
import { PasswordInput, Switch, Textarea, type TextareaProps, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { joinList, splitList } from './list-value.ts'

export interface ConfigurationFieldProps {
  field: ConfigurationKey
  /** Of a list, as the server describes it. */
  separator: ',' | ';'
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

/** The input of one key, by the type that the server reports. */
export function ConfigurationField({ field, separator, value, onChange, error }: ConfigurationFieldProps) {
  const t = useTexts('settings')
  const { key, type, required, secret, variable } = field
  const notes = useFieldNotes(field, value)
  const shared = {
    label: key,
    description: notes,
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
        // Servers also accept these words.
        checked={/^(on|true|t|1|enabled?)$/i.test(value)}
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
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** What the server says about a key, where its value comes from, and which one is in effect. */
export function useFieldNotes(field: ConfigurationKey, value: string): string {
  const t = useTexts('settings')
  const { description, secret, variable, source, untilRestart } = field
  const origin = () => {
    if (source === 'environment') return t('form.environment', { variable })
    if (secret) return source === 'stored' && t('form.secretSet')
    // A new target is switched on, whatever the default is.
    return (
      field.key !== 'enable' &&
      field.value !== '' &&
      field.value === value &&
      t(source === 'stored' ? 'form.stored' : 'form.atDefault')
    )
  }
  const running = () => {
    if (untilRestart === undefined) return false
    if (secret) return t('form.secretPending')
    return t('form.untilRestart', { value: plainName(untilRestart) || t('form.empty') })
  }
  return [description, origin(), running()].filter(Boolean).join(' · ')
}

/** Spec identity-and-settings 9. */
const DELAY_MS = 500

interface ListFieldProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  /** The values, joined with the separator. */
  value: string
  separator: ',' | ';'
  onChange: (value: string) => void
  hint: string
}

/** A list of values, one on each line. */
function ListField({ value, separator, onChange, hint, description, ...props }: ListFieldProps) {
  const [text, setText] = useState(() => splitList(value, separator).join('\n'))
  const report = useDebouncedCallback((lines: string) => onChange(joinList(lines, separator)), DELAY_MS)
  return (
    <Textarea
      {...props}
      description={[description, hint].filter(Boolean).join(' · ')}
      autosize
      minRows={2}
      maxRows={8}
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        report(event.currentTarget.value)
      }}
      onBlur={() => report.flush()}
    />
  )
}
