import { useTexts } from '../../messages/use-texts.ts'
import { RadioChoices } from '../../shared/fields/RadioChoices.tsx'

const EXISTING = ['skip', 'keep_both', 'overwrite'] as const
export type Existing = (typeof EXISTING)[number]

interface ExistingChoiceProps {
  chosen: Existing
  onChange: (existing: Existing) => void
  /** How many names are known to be taken, as shown to the user. */
  conflictText: string | undefined
}

/** What to do with objects whose name is taken in the target folder. */
export function ExistingChoice({ chosen, onChange, conflictText }: ExistingChoiceProps) {
  const t = useTexts('copying')
  const choices = EXISTING.map((value) => ({
    value,
    label: t(`existing.${value}`),
    hint: t(`existing.${value}Hint`),
  }))
  return (
    <RadioChoices
      legend={t('existing.label')}
      choices={choices}
      chosen={chosen}
      onChange={onChange}
      status={conflictText}
    />
  )
}
