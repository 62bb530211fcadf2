import '../../messages/en/line-diff.ts'
import { useMemo } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../../shared/layout.module.css'
import { lineDiff, shortened } from '../../shared/line-diff/line-diff.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import classes from './compare.module.css'
import { type SideLine, sidesOf } from './sides.ts'

/** A person reads less; a browser would show more only after seconds. */
const MAX_ROWS = 2_000

interface SideBySideProps {
  label: string
  before: string
  after: string
}

/** Two texts in two columns, the lines that differ marked by color and, for screen readers, by a word. */
export function SideBySide({ label, before, after }: SideBySideProps) {
  const t = useTexts(['compare', 'lineDiff', 'shared'])
  const all = useMemo(() => sidesOf(shortened(lineDiff(before, after))), [before, after])
  const rows = all.slice(0, MAX_ROWS)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to be able to scroll it.
    <section className={classes.sides} aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <colgroup>
          <col className={classes.numbers} />
          <col />
          <col className={classes.numbers} />
          <col />
        </colgroup>
        <tbody>
          {rows.map((row, index) => {
            // Rows have no identity but their position, and none of them moves.
            const key = index
            if (typeof row === 'number') {
              return (
                <tr key={key}>
                  <td colSpan={4} className={classes.skipped}>
                    {t('lineDiff:skipped', { count: row })}
                  </td>
                </tr>
              )
            }
            return (
              <tr key={key}>
                <Side line={row.before} kind="removed" />
                <Side line={row.after} kind="added" />
              </tr>
            )
          })}
          {all.length > rows.length && (
            <tr>
              <td colSpan={4} className={classes.skipped}>
                {t('shared:more', { count: all.length - rows.length, number: formatCount(all.length - rows.length) })}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

function Side({ line, kind }: { line: SideLine | undefined; kind: 'removed' | 'added' }) {
  const t = useTexts('compare')
  const color = line?.isChanged ? classes[kind] : ''
  return (
    <>
      <td className={`${classes.number} ${color}`}>{line?.number}</td>
      <td className={color}>
        {line?.isChanged && <span className={layout.hidden}>{t(kind)}</span>}
        {line?.text}
      </td>
    </>
  )
}
