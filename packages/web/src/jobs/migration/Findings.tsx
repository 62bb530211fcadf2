import { type Finding, OUTCOMES, type Outcome } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { failureReason } from '../../shared/api/api-error.ts'
import { StateMark, type Tone } from '../../shared/StateMark.tsx'
import { listFormat } from '../../shared/text/intl.ts'
import { formatCount } from '../../shared/text/numbers.ts'
import { plainText } from '../../shared/text/visible-name.ts'
import classes from './migration.module.css'

const TONES: Record<Outcome, Tone> = { blocked: 'bad', lost: 'warn', unknown: 'muted', needs: 'muted', kept: 'good' }
const names = listFormat({ type: 'conjunction' })

/** What becomes of a bucket, what needs attention first. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTexts('migration')
  const textOf = ({ what, why, names: named, count, text }: Finding) =>
    t(`why.${why}`, {
      name: t(`names.${what}`),
      names:
        why === 'unread' ? failureReason({ message: named.join(' '), text }) : names().format(named.map(plainText)),
      count,
      number: formatCount(count),
    })
  return (
    <div className={classes.findings}>
      {OUTCOMES.map((outcome) => {
        const of = findings.filter((one) => one.outcome === outcome)
        if (of.length === 0) return null
        return (
          <div key={outcome}>
            <StateMark tone={TONES[outcome]} text={t(`outcomes.${outcome}`)} />
            <ul className={outcome === 'kept' ? classes.kept : classes.list}>
              {of.map((one) => (
                <li key={`${one.what} ${one.why}`}>{textOf(one)}</li>
              ))}
            </ul>
          </div>
        )
      })}
    </div>
  )
}
