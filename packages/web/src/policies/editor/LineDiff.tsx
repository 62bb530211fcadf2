import { useTranslation } from 'react-i18next'
import classes from './LineDiff.module.css'
import { lineDiff, shortened } from './line-diff.ts'

/** The changes between two texts, line by line; each changed line has a sign and, for screen readers, a word. */
export function LineDiff({ label, before, after }: { label: string; before: string; after: string }) {
  const { t } = useTranslation('policies')
  const lines = shortened(lineDiff(before, after))
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
                {t('save.skipped', { count: line })}
              </li>
            )
          }
          const { kind, text } = line
          return (
            <li key={key} data-kind={kind}>
              <span className={classes.sign} aria-hidden="true">
                {{ same: ' ', added: '+', removed: '−' }[kind]}
              </span>
              {kind !== 'same' && <span className={classes.word}>{t(`save.${kind}`)}</span>}
              <code>{text}</code>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
