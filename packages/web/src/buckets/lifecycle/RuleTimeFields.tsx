import { NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import { DateField } from '../../shared/fields/DateField.tsx'
import classes from '../detail/bucket.module.css'
import { isDays, type RuleForm } from './rule-form.ts'

const BYS: readonly RuleForm['by'][] = ['days', 'date']

interface RuleTimeFieldsProps {
  value: RuleForm
  onChange: (value: RuleForm) => void
}

/** When a rule applies: after days or on a date, and to older versions. */
export function RuleTimeFields({ value, onChange }: RuleTimeFieldsProps) {
  const t = useTexts('lifecycle')
  const { kind, by, days, date, noncurrentDays } = value
  // An empty field isn't marked as wrong yet; the button says what is missing.
  const wrong = (text: string) => text !== '' && !isDays(text)
  const isOver = by === 'date' && date !== '' && date < new Date().toISOString().slice(0, 10)
  return (
    <>
      <NativeSelect
        label={t(`form.by.${kind}`)}
        data={BYS.map((one) => ({ value: one, label: t(`form.bys.${one}`) }))}
        value={by}
        onChange={(event) => onChange({ ...value, by: event.currentTarget.value as RuleForm['by'] })}
      />
      {by === 'date' ? (
        <DateField
          label={t(`form.date.${kind}`)}
          description={t('form.dateHint')}
          value={date}
          onChange={(next) => onChange({ ...value, date: next })}
        />
      ) : (
        <TextInput
          type="number"
          min={1}
          label={t(`form.days.${kind}`)}
          description={t('form.daysHint')}
          error={wrong(days) && t('form.daysMissing')}
          value={days}
          onChange={(event) => onChange({ ...value, days: event.currentTarget.value })}
        />
      )}
      {isOver && <p className={classes.note}>{t('form.past')}</p>}
      <TextInput
        type="number"
        min={1}
        label={t(`form.noncurrentDays.${kind}`)}
        description={t('form.noncurrentDaysHint')}
        error={wrong(noncurrentDays) && t('form.noncurrentWrong')}
        value={noncurrentDays}
        onChange={(event) => onChange({ ...value, noncurrentDays: event.currentTarget.value })}
      />
    </>
  )
}
