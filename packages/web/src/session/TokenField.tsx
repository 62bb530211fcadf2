import { PasswordInput } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'

interface TokenFieldProps {
  /** What the tokens are called. */
  name: string
  value: string
  onChange: (value: string) => void
}

/** The field for a token, on the sign-in page and in the dialog. */
export function TokenField({ name, value, onChange }: TokenFieldProps) {
  const t = useTexts('session')
  return (
    <PasswordInput
      label={name}
      name="token"
      autoComplete="off"
      autoFocus
      data-autofocus
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showToken') }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
