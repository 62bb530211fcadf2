import type { ConfigurationImportResult, ConfigurationOutcome } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { failureReason } from '../shared/api/api-error.ts'
import { FailureReason } from '../shared/feedback/FailureReason.tsx'
import layout from '../shared/layout.module.css'
import { StateMark } from '../shared/StateMark.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { configurationId } from './index.ts'
import classes from './settings.module.css'

const TONES = { applied: 'good', restart: 'warn', failed: 'bad', skipped: 'muted' } as const

/** What became of every section of an import. */
export function ImportResult({ result: { entries, stopped, text } }: { result: ConfigurationImportResult }) {
  const t = useTexts('settings')
  const countOf = (...outcomes: ConfigurationOutcome[]) =>
    entries.filter(({ outcome }) => outcomes.includes(outcome)).length
  const done = countOf('applied', 'restart')
  const summary = t('result.summary', { done, total: entries.length })
  return (
    <section className={classes.import} aria-label={t('result.title')}>
      <div role="status">
        {done === entries.length ? <p>{summary}</p> : <WarningNote>{summary}</WarningNote>}
        {stopped !== '' && (
          <WarningNote>{t('result.stopped', { reason: failureReason({ message: stopped, text }) })}</WarningNote>
        )}
      </div>
      <table className={`${layout.table} ${classes.changes}`} aria-label={t('result.title')}>
        <thead>
          <tr>
            <th scope="col">{t('sections.columns.name')}</th>
            <th scope="col">{t('result.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ section, target, outcome, ...failure }) => (
            <tr key={configurationId(section, target)}>
              <th scope="row">{configurationId(section, target)}</th>
              <td>
                <StateMark tone={TONES[outcome]} text={t(`result.outcomes.${outcome}`)} />
                {failure.message !== '' && (
                  <div className={classes.value}>
                    <FailureReason failure={failure} />
                  </div>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
