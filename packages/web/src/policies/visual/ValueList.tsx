import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { plainName } from '../../shared/text/visible-name.ts'
import actions from '../actions/actions.module.css'
import classes from './visual.module.css'

interface ValueListProps {
  label: string
  values: readonly string[]
  empty: string
  /** Absent if they can't be changed. */
  onRemove: ((value: string) => void) | undefined
  /** For values with policy variables, which are changed in the JSON. */
  onEditJson: () => void
}

/** The values of a list, each with a button that removes it. */
export function ValueList({ label, values, empty, onRemove, onEditJson }: ValueListProps) {
  const t = useTexts('policyEditor')
  const list = useRef<HTMLDivElement>(null)
  const wasRemoved = useRef(false)
  // The button that had the focus is gone with its value.
  useEffect(() => {
    if (wasRemoved.current && values) list.current?.focus()
    wasRemoved.current = false
  }, [values])
  return (
    <div ref={list} tabIndex={-1} className={classes.list}>
      {values.length === 0 ? (
        <p className={classes.hint}>{empty}</p>
      ) : (
        <ul className={actions.values} aria-label={label}>
          {values.map((value, index) => {
            const name = plainName(value)
            const hasVariable = value.includes('${')
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a list can have a value twice
              <li key={`${value} ${index}`} title={hasVariable ? t('variable') : undefined}>
                <code>{name}</code>
                {hasVariable && (
                  <button type="button" aria-label={t('editJsonOf', { name })} onClick={onEditJson}>
                    {t('editJson')}
                  </button>
                )}
                {!hasVariable && onRemove && (
                  <button
                    type="button"
                    aria-label={t('removeValue', { value: name })}
                    onClick={() => {
                      wasRemoved.current = true
                      onRemove(value)
                    }}
                  >
                    <IconX size={14} />
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
