import { PasswordInput, Switch, TextInput } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import type { Facts, Problems } from './validity.ts'
import { type SwitchName, switchField, type TextName, textField } from './wizard-fields.ts'
import type { WizardForm } from './wizard-form.ts'

/** Properties of every step. */
export interface StepProps {
  form: WizardForm
  change: (part: Partial<WizardForm>) => void
  facts: Facts
  problems: Problems
}

interface TextProps extends StepProps {
  name: TextName
  hasFocus?: boolean
}

/** A text field of the form; a problem shows once something was entered. */
export function TextOf({ form, change, problems, name, hasFocus }: TextProps) {
  const t = useTexts('tenantWizard')
  const { label, hint, isSecret, isNumber } = textField(name)
  const value = form[name]
  const shared = {
    label: t(label),
    description: hint && t(hint),
    error: value === '' ? undefined : problems[name],
    value,
    spellCheck: false,
    autoCapitalize: 'none',
    autoFocus: hasFocus,
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  }
  if (isSecret) return <PasswordInput {...shared} autoComplete="new-password" />
  return <TextInput {...shared} {...(isNumber && { type: 'number', min: 0 })} />
}

export function TextsOf({ names, ...props }: StepProps & { names: readonly TextName[] }) {
  return names.map((name) => <TextOf key={name} {...props} name={name} />)
}

interface SwitchProps extends StepProps {
  name: SwitchName
  /** Instead of the hint of the field. */
  description?: string | undefined
  isDisabled?: boolean
}

export function SwitchOf({ form, change, problems, name, description, isDisabled = false }: SwitchProps) {
  const t = useTexts('tenantWizard')
  const { label, hint } = switchField(name)
  return (
    <Switch
      label={t(label)}
      description={description ?? (hint && t(hint))}
      error={problems[name]}
      disabled={isDisabled}
      checked={form[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  )
}
