import { getPolicyCatalogue } from '@cooperage/contract'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import layout from '../../shared/layout.module.css'
import type { SimulationForm } from './simulation-form.ts'
import classes from './simulator.module.css'

interface ConditionsProps {
  conditions: SimulationForm['conditions']
  onChange: (conditions: SimulationForm['conditions']) => void
}

/** The conditions of the request besides action and resource. */
export function Conditions({ conditions, onChange }: ConditionsProps) {
  const t = useTexts('policies')
  const id = useId()
  const { data } = useApiQuery(getPolicyCatalogue, {}, { staleTime: Number.POSITIVE_INFINITY })
  const set = (index: number, part: { key?: string; value?: string }) =>
    onChange(conditions.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const add = () => onChange([...conditions, { id: (conditions.at(-1)?.id ?? 0) + 1, key: '', value: '' }])
  return (
    <fieldset className={classes.conditions} aria-describedby={`${id}-hint`}>
      <legend>{t('simulator.conditions')}</legend>
      <p id={`${id}-hint`} className={layout.note}>
        {t('simulator.conditionsHint')}
      </p>
      {conditions.map((condition, index) => (
        <div key={condition.id} className={classes.condition}>
          <TextInput
            aria-label={t('simulator.conditionKey')}
            placeholder={t('simulator.conditionKey')}
            list={id}
            value={condition.key}
            onChange={(event) => set(index, { key: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('simulator.conditionValue')}
            placeholder={t('simulator.conditionValue')}
            value={condition.value}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="neutral"
            size={36}
            aria-label={t('simulator.removeCondition', { number: index + 1 })}
            onClick={() => onChange(conditions.filter((_, at) => at !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
        {t('simulator.addCondition')}
      </Button>
      <datalist id={id}>
        {data?.conditionKeys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </fieldset>
  )
}
