import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { ApiError } from '../api/api-error.ts'
import { ErrorFacts } from '../feedback/ErrorFacts.tsx'
import layout from '../layout.module.css'
import { StateMark } from '../StateMark.tsx'
import { formatCount } from '../text/numbers.ts'
import { ObjectName } from '../text/ObjectName.tsx'
import classes from './outcomes.module.css'
import type { Outcome } from './run-each.ts'

/** Rows that are shown; failures come first. */
const SHOWN = 100

interface OutcomeListProps {
  /** 'Buckets to delete'. */
  label: string
  ids: readonly string[]
  /** What a row is called; the id itself if not given. */
  nameOf?: (id: string) => string
  outcomes: ReadonlyMap<string, Outcome>
  /** 'Deleting' and 'Deleted'. */
  words: { pending: string; done: string }
  /** What is said of a row before there is an outcome. */
  before?: (id: string) => ReactNode
}

/** What several changes were made to, and the outcome of each. */
export function OutcomeList({ label, ids, nameOf, outcomes, words, before }: OutcomeListProps) {
  const t = useTexts()
  const hasFailed = (id: string) => outcomes.get(id) instanceof ApiError
  const shown = [...ids.filter(hasFailed), ...ids.filter((id) => !hasFailed(id))].slice(0, SHOWN)
  const hidden = ids.length - shown.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <ul className={classes.list} aria-label={label} tabIndex={0}>
      {shown.map((id) => (
        <li key={id} className={classes.row}>
          <span className={classes.name}>
            <ObjectName name={nameOf?.(id) ?? id} />
          </span>
          {outcomes.has(id) ? <OutcomeText outcome={outcomes.get(id)} words={words} /> : before?.(id)}
        </li>
      ))}
      {hidden > 0 && <li className={classes.row}>{t('more', { count: hidden, number: formatCount(hidden) })}</li>}
    </ul>
  )
}

function OutcomeText({ outcome, words }: { outcome: Outcome | undefined; words: OutcomeListProps['words'] }) {
  if (outcome === undefined) return null
  if (outcome === 'pending') return <span className={layout.muted}>{words.pending}</span>
  const isFailure = outcome instanceof ApiError
  return (
    <span>
      <StateMark tone={isFailure ? 'bad' : 'good'} text={isFailure ? outcome.message : words.done} />{' '}
      {isFailure && <ErrorFacts error={outcome} detail="code" />}
    </span>
  )
}
