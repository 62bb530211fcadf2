import { TextInput } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'

interface ConfirmWordProps {
  word: string
  typed: string
  onChange: (typed: string) => void
}

/** Confirms a permanent loss: the user types the name, or a word in its place. */
export function ConfirmWord({ word, typed, onChange }: ConfirmWordProps) {
  const t = useTexts('objectDetail')
  return (
    <TextInput
      label={t('deletion.typed', { word })}
      value={typed}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
