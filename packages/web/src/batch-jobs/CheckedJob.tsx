import type { CheckedPlace, CheckedJob as Job } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { FailureReason } from '../shared/feedback/FailureReason.tsx'
import layout from '../shared/layout.module.css'
import { StateMark, type Tone } from '../shared/StateMark.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { findingText, isWarning } from './job-findings.ts'

const TONES: Readonly<Record<CheckedPlace['state'], Tone>> = {
  found: 'good',
  empty: 'warn',
  failed: 'bad',
  unchecked: 'muted',
}

/** What the console found out about a job before it is started. */
export function CheckedJob({ job: { type, findings, places } }: { job: Job }) {
  const t = useTexts('batchJobs')
  const wrong = findings.filter((finding) => !isWarning(finding))
  return (
    <>
      <div role="status" className={layout.notes}>
        {type === 'expire' && wrong.length === 0 && <WarningNote>{t('start.expireNote')}</WarningNote>}
        {findings.filter(isWarning).map((finding) => (
          <WarningNote key={finding.field}>
            {t('findings.line', { line: formatCount(finding.line), text: findingText(t, finding) })}
          </WarningNote>
        ))}
      </div>
      {wrong.length > 0 && (
        <>
          <h3 className={layout.subheading}>{t('start.problems')}</h3>
          <ul className={layout.bullets}>
            {wrong.map((finding) => (
              <li key={`${finding.problem} ${finding.field} ${finding.line}`}>
                {t('findings.line', { line: formatCount(finding.line), text: findingText(t, finding) })}
              </li>
            ))}
          </ul>
        </>
      )}
      {places.length > 0 && (
        <>
          <h3 className={layout.subheading}>{t('start.checked')}</h3>
          <ul className={layout.bullets}>
            {places.map((place) => (
              <li key={place.role}>
                <Place place={place} />
              </li>
            ))}
          </ul>
        </>
      )}
      {places.some(({ state }) => state === 'failed') && <p className={layout.note}>{t('start.failedNote')}</p>}
    </>
  )
}

function Place({ place: { role, bucket, host, state, failure, text } }: { place: CheckedPlace }) {
  const t = useTexts('batchJobs')
  const place = t(`start.places.${role}`, { bucket: plainName(bucket) })
  return (
    <>
      {host === '' ? place : t('start.placeOn', { place, host: plainName(host) })}{' '}
      <StateMark tone={TONES[state]} text={t(`start.placeStates.${state}`)} />
      {failure !== '' && (
        <div>
          <FailureReason failure={{ message: failure, text }} isElsewhere />
        </div>
      )}
    </>
  )
}
