import '../../messages/en/fields.ts'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ExplainedButton } from '../ExplainedButton.tsx'
import classes from './fields.module.css'
import { type Pair, pairProblems } from './pairs.ts'

interface KeyValueFieldProps {
  /** The label: 'Tags'. */
  label: string
  description?: string
  value: readonly Pair[]
  /** Called with empty rows included; `filledPairs` removes them, `arePairsValid` checks whether they can be sent. */
  onChange: (value: Pair[]) => void
  /** Maximum number of pairs. */
  limit?: number
  /** Whether the first key has the focus when a dialog opens. */
  hasAutofocus?: boolean
  /** Any other problem with a pair. */
  problemOf?: (pair: Pair) => string | undefined
}

const EMPTY: Pair = { key: '', value: '' }

/** The query-string editor: keys and values in rows, for tags (spec core-console 2). */
export function KeyValueField(props: KeyValueFieldProps) {
  const { label, description, value, onChange, limit = Number.POSITIVE_INFINITY, hasAutofocus, problemOf } = props
  const t = useTexts('fields')
  const id = useId()
  const list = useRef<HTMLFieldSetElement>(null)
  const [focused, setFocused] = useState<number>()
  const rows = value.length === 0 ? [EMPTY] : value
  const problems = pairProblems(rows)

  useEffect(() => {
    if (focused === undefined) return
    list.current?.querySelectorAll<HTMLElement>('[data-pair-key]')[focused]?.focus()
    setFocused(undefined)
  }, [focused])

  const change = (index: number, part: Partial<Pair>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  const add = () => {
    onChange([...rows, EMPTY])
    setFocused(rows.length)
  }
  const remove = (index: number) => {
    onChange(rows.filter((_, at) => at !== index))
    // The row that moves up; the last one, if it was the last.
    setFocused(Math.max(0, Math.min(index, rows.length - 2)))
  }
  return (
    <fieldset ref={list} className={classes.group} aria-describedby={description && `${id}-description`}>
      <legend className={classes.label}>{label}</legend>
      {description && (
        <p id={`${id}-description`} className={classes.hint}>
          {description}
        </p>
      )}
      {rows.map((row, index) => {
        const problem = problems[index]
        const number = index + 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity, its key is what is being typed
          <div key={index} className={classes.pair}>
            <TextInput
              data-pair-key
              data-autofocus={(hasAutofocus && index === 0) || undefined}
              aria-label={t('pairs.key', { number })}
              placeholder={t('pairs.keyPlaceholder')}
              error={problem ? t(`pairs.${problem}`, { key: row.key }) : problemOf?.(row)}
              value={row.key}
              onChange={(event) => change(index, { key: event.currentTarget.value })}
            />
            <TextInput
              aria-label={t('pairs.value', { number })}
              placeholder={t('pairs.valuePlaceholder')}
              value={row.value}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="neutral"
              size={36}
              aria-label={t('pairs.remove', { number })}
              title={t('pairs.remove', { number })}
              onClick={() => remove(index)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </div>
        )
      })}
      <div>
        <ExplainedButton
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabledReason={rows.length >= limit ? t('pairs.full', { limit }) : undefined}
          onClick={add}
        >
          {t('pairs.add')}
        </ExplainedButton>
      </div>
    </fieldset>
  )
}
