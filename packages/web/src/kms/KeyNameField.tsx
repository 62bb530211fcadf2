import { isKmsKeyName } from '@cooperage/contract'
import { TextInput } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'

/** The name of a new key, which can't be changed later. */
export function KeyNameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const t = useTexts('kms')
  return (
    <TextInput
      label={t('name.label')}
      description={t('name.hint')}
      data-autofocus
      maxLength={80}
      value={value}
      error={value !== '' && !isKmsKeyName(value) ? t('name.invalid') : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
