import '../../messages/en/create-bucket.ts'
import type { RetentionMode, RetentionUnit } from '@cooperage/contract'
import { NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../../messages/use-texts.ts'
import classes from '../detail/bucket.module.css'
import { type RetentionForm, retentionProblem } from './retention-form.ts'

const MODES: readonly RetentionMode[] = ['compliance', 'governance']
const UNITS: readonly RetentionUnit[] = ['days', 'years']

interface RetentionFieldsProps<T extends RetentionForm> {
  value: T
  onChange: (value: T) => void
}

/** Mode, validity and unit of a default retention. */
export function RetentionFields<T extends RetentionForm>({ value, onChange }: RetentionFieldsProps<T>) {
  const t = useTexts('createBucket')
  const problem = retentionProblem(value)
  return (
    <>
      <NativeSelect
        label={t('mode')}
        description={t(`modeHints.${value.mode}`)}
        data={MODES.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        value={value.mode}
        onChange={(event) => onChange({ ...value, mode: event.currentTarget.value as RetentionMode })}
      />
      <div className={classes.numberAndUnit}>
        <TextInput
          type="number"
          min={1}
          label={t('validity')}
          error={problem && t(problem)}
          value={value.validity}
          onChange={(event) => onChange({ ...value, validity: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('unit')}
          data={UNITS.map((unit) => ({ value: unit, label: t(`units.${unit}`) }))}
          value={value.unit}
          onChange={(event) => onChange({ ...value, unit: event.currentTarget.value as RetentionUnit })}
        />
      </div>
    </>
  )
}
