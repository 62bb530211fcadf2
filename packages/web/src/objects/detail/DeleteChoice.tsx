import { useTexts } from '../../messages/use-texts.ts'
import { RadioChoices } from '../../shared/fields/RadioChoices.tsx'
import type { Deletion } from './deletion.ts'

type Choice = Exclude<Deletion, 'object'>

interface DeleteChoiceProps {
  offered: readonly Deletion[]
  chosen: Deletion
  onChange: (deletion: Deletion) => void
  hints: Record<Choice, string>
  /** Why the storage server would refuse the choice. */
  problem: string | undefined
}

const CHOICES: readonly Choice[] = ['marker', 'version', 'all']

/** Which versions of an object to delete, each choice with what will be lost. */
export function DeleteChoice({ offered, chosen, onChange, hints, problem }: DeleteChoiceProps) {
  const t = useTexts('objectDetail')
  const choices = CHOICES.filter((choice) => offered.includes(choice)).map((value) => ({
    value,
    label: t(`deletion.${value}`),
    hint: hints[value],
  }))
  return (
    <RadioChoices<Deletion>
      legend={t('deletion.choice')}
      choices={choices}
      chosen={chosen}
      onChange={onChange}
      hasFocus
      status={problem}
    />
  )
}
