import { NativeSelect, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ExplainedButton } from '../../shared/ExplainedButton.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import type { StatementProps } from './StatementCard.tsx'
import { withConditionValue, withoutConditionValue } from './statements.ts'
import { ValueList } from './ValueList.tsx'
import classes from './visual.module.css'

/** When a statement applies: operator, key and values. */
export function ConditionFields({ statement, index, text, catalogue, onChange, onEditJson }: StatementProps) {
  const t = useTexts('policyEditor')
  const id = useId()
  const [operator, setOperator] = useState('StringEquals')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const { conditions } = statement
  if (conditions.length === 0 && !onChange) return null
  const { operators = [], qualifiers = [] } = catalogue ?? {}
  const ofStrings = operators.filter((name) => name.startsWith('String'))
  const all = [...operators, ...qualifiers.flatMap((one) => ofStrings.map((name) => `${one}:${name}`))]
  const condition = { operator, key: key.trim() }
  const add = () => {
    onChange?.(withConditionValue(text, index, condition, value))
    setValue('')
  }
  return (
    <div className={classes.part}>
      <h5>{t('conditions')}</h5>
      {conditions.length === 0 && <p className={classes.hint}>{t('noConditions')}</p>}
      {conditions.map((one) => {
        const name = `${plainName(one.operator)} ${plainName(one.key)}`
        return (
          <div key={name} className={classes.condition}>
            <code>{name}</code>
            <ValueList
              label={name}
              values={one.values}
              empty={t('noValues')}
              onRemove={onChange && ((value) => onChange(withoutConditionValue(text, index, one, value)))}
              onEditJson={() => onEditJson(statement)}
            />
          </div>
        )
      })}
      {onChange && (
        <div className={classes.adding}>
          <NativeSelect
            aria-label={t('operator')}
            data={all.length === 0 ? [operator] : all}
            value={operator}
            onChange={(event) => setOperator(event.currentTarget.value)}
          />
          <TextInput
            aria-label={t('key')}
            placeholder={t('key')}
            list={id}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <TextInput
            aria-label={t('value')}
            placeholder={t('value')}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <ExplainedButton
            variant="default"
            disabledReason={condition.key === '' ? t('missing.key') : undefined}
            onClick={add}
          >
            {t('addCondition')}
          </ExplainedButton>
          <datalist id={id}>
            {catalogue?.conditionKeys.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </div>
      )}
    </div>
  )
}
