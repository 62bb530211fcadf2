import { dateFormat } from '../text/intl.ts'
import '../../messages/en/fields.ts'
import { NativeSelect, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { type ChosenDate, chosenDate, isImpossible, isoDate, yearOptions } from './calendar-date.ts'
import classes from './fields.module.css'

interface DateFieldProps {
  label: string
  description?: string
  /** An ISO date, `2027-02-28`; '' for none. */
  value: string
  /** Called with '' while the date is incomplete or doesn't exist. */
  onChange: (value: string) => void
  /** Any other problem with the date. */
  error?: string | undefined
  /** Shows the switch between 'Specific Date' and 'Default (7 Days)'. */
  specific?: { isOn: boolean; onChange: (isOn: boolean) => void }
}

const monthName = dateFormat({ month: 'long', timeZone: 'UTC' })
const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1)
const DAYS = Array.from({ length: 31 }, (_, day) => String(day + 1))

/** A date by month, day and year (spec core-console 2). Only an existing day becomes a value. */
export function DateField({ label, description, value, onChange, error, specific }: DateFieldProps) {
  const t = useTexts('fields')
  const id = useId()
  const [chosen, setChosen] = useState(() => chosenDate(value))
  // An incomplete choice has no value; a value from outside is shown.
  const shown = value === '' || isoDate(chosen) === value ? chosen : chosenDate(value)
  const choose = (part: Partial<ChosenDate>) => {
    const next = { ...shown, ...part }
    setChosen(next)
    onChange(isoDate(next) ?? '')
  }
  const problem = isImpossible(shown) ? t('date.impossible') : error
  const hasSelects = specific?.isOn !== false
  const years = yearOptions(new Date())
  // A stored date outside the offered range is kept.
  if (shown.year > 0 && !years.includes(shown.year)) years.unshift(shown.year)
  const describedBy = [description && `${id}-description`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const part = (name: 'month' | 'day' | 'year', data: { value: string; label: string }[]) => (
    <NativeSelect
      aria-label={t(`date.${name}`)}
      aria-describedby={describedBy || undefined}
      error={problem !== undefined}
      data={[{ value: '0', label: t(`date.${name}`) }, ...data]}
      value={String(shown[name])}
      onChange={(event) => choose({ [name]: Number(event.currentTarget.value) })}
    />
  )
  return (
    <fieldset className={classes.group}>
      <legend className={classes.label}>{label}</legend>
      {description && (
        <p id={`${id}-description`} className={classes.hint}>
          {description}
        </p>
      )}
      {specific && (
        <div className={classes.choice}>
          <span aria-hidden="true">{t('date.default')}</span>
          <Switch
            label={t('date.specific')}
            description={specific.isOn ? undefined : t('date.defaultHint')}
            checked={specific.isOn}
            onChange={(event) => specific.onChange(event.currentTarget.checked)}
          />
        </div>
      )}
      {hasSelects && (
        <div className={classes.date}>
          {part(
            'month',
            MONTHS.map((month) => ({ value: String(month), label: monthName().format(Date.UTC(2000, month - 1, 1)) })),
          )}
          {part(
            'day',
            DAYS.map((day) => ({ value: day, label: day })),
          )}
          {part(
            'year',
            years.map((year) => ({ value: String(year), label: String(year) })),
          )}
        </div>
      )}
      <p id={`${id}-problem`} role="alert" className={classes.problem}>
        {hasSelects && problem}
      </p>
    </fieldset>
  )
}
