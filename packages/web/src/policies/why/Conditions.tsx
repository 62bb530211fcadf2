import { getPolicyCatalogue } from '@cooperage/contract'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiQuery } from '../../shared/api/use-api.ts'
import classes from './AccessQuestion.module.css'
import type { QuestionForm } from './question-form.ts'

interface ConditionsProps {
  conditions: QuestionForm['conditions']
  onChange: (conditions: QuestionForm['conditions']) => void
}

/** What the request says beyond action and resource. */
export function Conditions({ conditions, onChange }: ConditionsProps) {
  const { t } = useTranslation('policies')
  const id = useId()
  const { data } = useApiQuery(getPolicyCatalogue, {}, { staleTime: Number.POSITIVE_INFINITY })
  const set = (index: number, part: { key?: string; value?: string }) =>
    onChange(conditions.map((one, at) => (at === index ? { ...one, ...part } : one)))
  const add = () => onChange([...conditions, { id: (conditions.at(-1)?.id ?? 0) + 1, key: '', value: '' }])
  return (
    <fieldset className={classes.conditions} aria-describedby={`${id}-hint`}>
      <legend>{t('why.conditions')}</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        {t('why.conditionsHint')}
      </p>
      {conditions.map((condition, index) => (
        <div key={condition.id} className={classes.condition}>
          <TextInput
            aria-label={t('why.conditionKey')}
            placeholder={t('why.conditionKey')}
            list={id}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={condition.key}
            onChange={(event) => set(index, { key: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('why.conditionValue')}
            placeholder={t('why.conditionValue')}
            autoComplete="off"
            spellCheck={false}
            value={condition.value}
            onChange={(event) => set(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="neutral"
            size={36}
            aria-label={t('why.removeCondition', { number: index + 1 })}
            onClick={() => onChange(conditions.filter((_, at) => at !== index))}
          >
            <IconX size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      ))}
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={2} />} onClick={add}>
        {t('why.addCondition')}
      </Button>
      <datalist id={id}>
        {data?.conditionKeys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </fieldset>
  )
}
