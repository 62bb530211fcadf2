import '../../messages/en/fields.ts'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { readMinute } from './calendar-date.ts'
import classes from './fields.module.css'

interface DateTimeFieldProps {
  label: string
  description?: string
  /** `2026-11-29T14:57` or with seconds, in the visitor's time zone; '' for none. */
  value: string
  /** Called with '' while what is typed is incomplete or doesn't exist. */
  onChange: (value: string) => void
  /** Any other problem. */
  error?: string | undefined
  /** The latest that the calendar offers, like `value`. */
  max?: string
  hasSeconds?: boolean
  hasFocus?: boolean
}

/**
 * A date with a time, written the same in every language: the browser's own field follows the language of the browser, not that of
 * the page. Its calendar is behind the button.
 */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, description, value, onChange, error, max, hasSeconds = false, hasFocus = false } = props
  const t = useTexts('fields')
  const [typed, setTyped] = useState(value)
  const [isTyping, setTyping] = useState(false)
  const calendar = useRef<HTMLInputElement>(null)
  // What is typed has no value while it is incomplete; a value from outside is shown.
  const text = (readMinute(typed) ?? '') === value ? typed : value
  const isWrong = text.trim() !== '' && readMinute(text) === undefined && !isTyping
  return (
    <div className={classes.moment}>
      <input
        ref={calendar}
        type="datetime-local"
        className={classes.calendar}
        aria-hidden="true"
        tabIndex={-1}
        value={value}
        max={max}
        {...(hasSeconds && { step: 1 })}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <TextInput
        label={label}
        description={description}
        error={isWrong ? t('moment.wrong') : error}
        placeholder={hasSeconds ? '2026-11-29 14:57:08' : '2026-11-29 14:57'}
        classNames={{ input: classes.momentInput }}
        value={text.replace('T', ' ')}
        {...(hasFocus && { 'data-autofocus': true })}
        onFocus={() => setTyping(true)}
        onBlur={() => setTyping(false)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(readMinute(currentTarget.value) ?? '')
        }}
        rightSection={
          <ActionIcon
            variant="subtle"
            color="neutral"
            aria-label={t('moment.choose')}
            // Not in its name, by which the field is found.
            aria-description={label}
            title={t('moment.choose')}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} />
          </ActionIcon>
        }
      />
    </div>
  )
}
