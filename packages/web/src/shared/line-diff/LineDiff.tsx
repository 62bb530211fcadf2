import '../../messages/en/line-diff.ts'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../layout.module.css'
import { formatCount } from '../text/numbers.ts'
import classes from './line-diff.module.css'
import { lineDiff, shortened } from './line-diff.ts'

/** A person reads less; a browser would show more only after seconds. */
const MAX_LINES = 2_000

/** The changes between two texts, line by line; each changed line has a sign and, for screen readers, a word. */
export function LineDiff({ label, before, after }: { label: string; before: string; after: string }) {
  const t = useTexts(['lineDiff', 'shared'])
  const all = useMemo(() => shortened(lineDiff(before, after)), [before, after])
  const lines = all.slice(0, MAX_LINES)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to be able to scroll it.
    <section className={classes.diff} aria-label={label} tabIndex={0}>
      <ol>
        {lines.map((line, index) => {
          // Lines have no identity but their position, and none of them moves.
          const key = index
          if (typeof line === 'number') {
            return (
              <li key={key} className={classes.skipped}>
                {t('skipped', { count: line })}
              </li>
            )
          }
          const { kind, text } = line
          return (
            <li key={key} data-kind={kind}>
              <span className={classes.sign} aria-hidden="true">
                {{ same: ' ', added: '+', removed: '−' }[kind]}
              </span>
              {kind !== 'same' && <span className={layout.hidden}>{t(kind)}</span>}
              <code>{text}</code>
            </li>
          )
        })}
        {all.length > lines.length && (
          <li className={classes.skipped}>
            {t('shared:more', { count: all.length - lines.length, number: formatCount(all.length - lines.length) })}
          </li>
        )}
      </ol>
    </section>
  )
}
