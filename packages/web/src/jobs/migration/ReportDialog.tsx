import { getJobReport, type ServerJob } from '@cooperage/contract'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { FailureReason } from '../../shared/feedback/FailureReason.tsx'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { SaveButton } from '../../shared/SaveButton.tsx'
import { formatCount } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { plainText } from '../../shared/text/visible-name.ts'
import { isOpenJob } from '../server-job.ts'
import classes from './migration.module.css'
import { entryFinding, entryName, reportCsv, reportFacts, reportText } from './report-text.ts'

/** Entries in the dialog; the files have all. */
const SHOWN = 200
const REFRESH_MS = 2_000

/** What a migration has verified, with files to keep. */
export function ReportDialog({ job, onClose }: { job: ServerJob; onClose: () => void }) {
  const t = useTexts(['migration', 'serverJobs'])
  const isOpen = isOpenJob(job)
  const { data, error, isFetching, refetch } = useApiQuery(
    getJobReport,
    { params: { id: job.id } },
    { refetchOnMount: 'always', ...(isOpen && { refreshMs: REFRESH_MS }) },
  )
  const name = `${job.bucket}-migration`
  const shown = data?.entries.slice(0, SHOWN) ?? []
  const more = (data?.entries.length ?? 0) - shown.length
  return (
    <ModalForm
      title={t('report.title')}
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('report.close')}
      hasOneButton
      isWide
    >
      {error && data === undefined && (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data && (
        <>
          {data.ended === '' && <p className={layout.note}>{t('report.notEnded')}</p>}
          {isOpen && job.ends_with_session && <p className={layout.note}>{t('serverJobs:log.inSession')}</p>}
          {job.problem !== '' && (
            <p>
              <FailureReason failure={{ message: job.problem, text: job.text }} by={job.owner} isElsewhere />
            </p>
          )}
          <dl className={layout.facts}>
            {reportFacts(t, data).map(([fact, value]) => (
              <div key={`${fact} ${value}`}>
                <dt>{fact}</dt>
                <dd>{plainText(value)}</dd>
              </div>
            ))}
          </dl>
          {shown.length > 0 && (
            <>
              <h3 className={layout.subheading}>{t('report.findings')}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
              <ul className={classes.entries} tabIndex={0} aria-label={t('report.findings')}>
                {shown.map((entry, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an object can differ in several ways; the list only grows
                  <li key={index}>
                    <ObjectName name={entryName(t, entry)} />
                    <span className={entry.kind === 'settingKept' ? layout.muted : layout.warn}>
                      {entryFinding(t, entry)}
                    </span>
                  </li>
                ))}
                {more > 0 && <li>{t('report.more', { count: more, number: formatCount(more) })}</li>}
              </ul>
            </>
          )}
          <div className={layout.buttons}>
            <SaveButton
              label={t('report.json')}
              fileName={`${name}.json`}
              content={() => `${JSON.stringify(data, null, 2)}\n`}
              {...JSON_FILE}
            />
            <SaveButton
              label={t('report.text')}
              fileName={`${name}.txt`}
              content={() => reportText(t, data)}
              {...TEXT_FILE}
            />
            <SaveButton
              label={t('report.csv')}
              fileName={`${name}.csv`}
              content={() => reportCsv(t, data)}
              {...CSV_FILE}
            />
          </div>
        </>
      )}
    </ModalForm>
  )
}

const JSON_FILE = { type: 'application/json' }
const CSV_FILE = { type: 'text/csv' }
const TEXT_FILE = { type: 'text/plain;charset=utf-8' }
