import { Button } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import classes from './page.module.css'
import { formatCount } from './text/numbers.ts'

interface CaseHintProps {
  /** Whether a search finds letters of either case. */
  ignoresCase: boolean
  /** What the search finds with, and without regard to case. */
  found: number
  foundInAnyCase: number
  isSearching: boolean
  onChange: (ignoresCase: boolean) => void
}

/** Says when a search would find more if upper and lower case didn't matter, and lets the visitor choose. */
export function CaseHint({ ignoresCase, found, foundInAnyCase, isSearching, onChange }: CaseHintProps) {
  const t = useTexts()
  const more = foundInAnyCase - found
  const isOffered = isSearching && (ignoresCase || more > 0)
  return (
    <div className={classes.hint} role="status">
      {isOffered && (
        <>
          <span>{ignoresCase ? t('case.ignored') : t('case.more', { count: more, number: formatCount(more) })}</span>
          <Button variant="subtle" size="compact-sm" onClick={() => onChange(!ignoresCase)}>
            {t(ignoresCase ? 'case.match' : 'case.ignore')}
          </Button>
        </>
      )}
    </div>
  )
}
