import { IconBucket, IconFolder } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { fileIcon } from '../file-icon.ts'
import classes from '../objects.module.css'
import type { Suggestions } from './use-suggestions.ts'

export const optionId = (index: number) => `go-to-suggestion-${index}`

interface SuggestionListProps {
  id: string
  suggestions: Suggestions
  /** -1 for none. */
  active: number
  onTake: (path: string) => void
}

/** The completions of a path, below the field that keeps the focus. */
export function SuggestionList({ id, suggestions, active, onTake }: SuggestionListProps) {
  const t = useTexts('goTo')
  const { found, hasMore, isBusy, error } = suggestions
  const activeOption = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is active has changed
  useEffect(() => {
    activeOption.current?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const nothing = isBusy ? '' : t('nothing')
  const note = found.length === 0 ? nothing : hasMore ? t('more') : ''
  return (
    <>
      <div id={id} role="listbox" aria-label={t('suggestions')} className={classes.choices} data-tall>
        {found.map((path, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
          <div
            key={path}
            id={optionId(index)}
            ref={index === active ? activeOption : null}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.choice}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(path)}
          >
            <Sign path={path} />
            <ObjectName name={path} />
          </div>
        ))}
      </div>
      <p role="status" className={classes.choicesNote}>
        {error ? t('unavailable', { reason: error.message }) : note}
      </p>
    </>
  )
}

function Sign({ path }: { path: string }) {
  const Icon = !path.endsWith('/') ? fileIcon(path) : path.indexOf('/') === path.length - 1 ? IconBucket : IconFolder
  return <Icon size={16} aria-hidden="true" />
}
