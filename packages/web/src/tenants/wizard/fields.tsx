import { PasswordInput, Switch, TextInput } from '@mantine/core'
import type { Facts, Problems } from './validity.ts'
import type { WizardForm } from './wizard-form.ts'

/** Properties of every step. */
export interface StepProps {
  form: WizardForm
  change: (part: Partial<WizardForm>) => void
  facts: Facts
  problems: Problems
}

type FieldOf<T> = { [K in keyof WizardForm]: WizardForm[K] extends T ? K : never }[keyof WizardForm]
/** Fields that are entered as text. */
export type TextField = Exclude<FieldOf<string>, 'sizeFactor' | 'idpSelection' | 'encryptionType' | 'podAffinity'>

interface TextProps extends StepProps {
  name: TextField
  label: string
  description?: string | undefined
  isSecret?: boolean
  isNumber?: boolean
  hasFocus?: boolean
}

/** A text field of the form; a problem shows once something was entered. */
export function TextOf({ form, change, problems, name, label, description, isSecret, isNumber, hasFocus }: TextProps) {
  const value = form[name]
  const shared = {
    label,
    description,
    error: value === '' ? undefined : problems[name],
    value,
    spellCheck: false,
    autoCapitalize: 'none',
    autoFocus: hasFocus,
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value } as Partial<WizardForm>),
  }
  if (isSecret) return <PasswordInput {...shared} autoComplete="new-password" />
  return <TextInput {...shared} autoComplete="off" {...(isNumber && { type: 'number', min: 0 })} />
}

interface SwitchProps extends StepProps {
  name: FieldOf<boolean>
  label: string
  description?: string | undefined
  isDisabled?: boolean
}

export function SwitchOf({ form, change, problems, name, label, description, isDisabled = false }: SwitchProps) {
  return (
    <Switch
      label={label}
      description={description}
      error={problems[name]}
      disabled={isDisabled}
      checked={form[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked } as Partial<WizardForm>)}
    />
  )
}
