import {
  controlJob,
  formatBytes,
  getSyncReport,
  listSyncRuns,
  listSyncs,
  SYNC_RUNS,
  type Sync,
  type SyncReport,
  type SyncRun,
} from '@cooperage/contract'
import { ActionIcon } from '@mantine/core'
import { IconFileCheck, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { useApiQuery } from '../../shared/api/use-api.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { ErrorState } from '../../shared/ErrorState.tsx'
import { FailureReason } from '../../shared/feedback/FailureReason.tsx'
import { showError } from '../../shared/feedback/messages.ts'
import layout from '../../shared/layout.module.css'
import { ModalForm } from '../../shared/ModalForm.tsx'
import { SaveButton } from '../../shared/SaveButton.tsx'
import { StateMark } from '../../shared/StateMark.tsx'
import { formatCount, formatSecond } from '../../shared/text/numbers.ts'
import { ObjectName } from '../../shared/text/ObjectName.tsx'
import { named } from '../../shared/text/punctuation.ts'
import { Timestamp } from '../../shared/text/Timestamp.tsx'
import { plainName } from '../../shared/text/visible-name.ts'
import classes from '../migration/migration.module.css'
import { isOpenJob } from '../server-job.ts'
import { placeText, reportCsv, runState, sourceOf } from './sync-text.ts'

/** Objects in the dialog; the files have all that the report has. */
const SHOWN = 200
const REFRESH_MS = 2_000

/** The runs of a sync, and the report of each. */
export function RunsDialog({ sync, onClose }: { sync: Sync; onClose: () => void }) {
  const t = useTexts('sync')
  const [shown, setShown] = useState<SyncRun>()
  return (
    <ModalForm
      title={t(shown ? 'report.title' : 'runs.title', { place: plainName(sourceOf(sync)) })}
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('runs.close')}
      {...(shown ? { back: { label: t('report.back'), onClick: () => setShown(undefined) } } : { hasOneButton: true })}
      isWide
    >
      {shown ? <Report sync={sync} run={shown} /> : <Runs sync={sync} onShow={setShown} />}
    </ModalForm>
  )
}

function Runs({ sync, onShow }: { sync: Sync; onShow: (run: SyncRun) => void }) {
  const t = useTexts('sync')
  const { data, error, isFetching, refetch } = useApiQuery(
    listSyncRuns,
    { params: { id: sync.id } },
    { refetchOnMount: 'always', refreshMs: REFRESH_MS },
  )
  const { mutate: control } = useChange(controlJob, { changes: [listSyncRuns, listSyncs], onError: showError })
  if (data === undefined)
    return error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (data.length === 0) return <p>{t('runs.none')}</p>
  return (
    <>
      <p className={layout.note}>{t('runs.hint', { number: formatCount(SYNC_RUNS) })}</p>
      <div className={layout.tableArea}>
        <table className={layout.table} aria-label={t('runs.title', { place: plainName(sourceOf(sync)) })}>
          <thead>
            <tr>
              {(['started', 'status', 'copied', 'deleted', 'failed'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`runs.${name}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {data.map((run) => (
              <tr key={run.id}>
                <td>
                  <Timestamp iso={run.started} isExact />
                </td>
                <td>
                  <StateMark {...runState(t, run)} />
                </td>
                <td>{t('report.value', { number: formatCount(run.copied), size: formatBytes(run.bytes) })}</td>
                <td>{formatCount(run.deleted)}</td>
                <td>{formatCount(run.failed)}</td>
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="neutral"
                    aria-label={`${t('runs.report')} ${formatSecond(run.started)}`}
                    title={t('runs.report')}
                    onClick={() => onShow(run)}
                  >
                    <IconFileCheck size={16} />
                  </ActionIcon>
                  {run.status === 'paused' && (
                    <ActionIcon
                      variant="subtle"
                      color="neutral"
                      aria-label={t('runs.resume')}
                      title={t('runs.resume')}
                      onClick={() => control({ params: { id: run.id }, body: { action: 'resume' } })}
                    >
                      <IconPlayerPlay size={16} />
                    </ActionIcon>
                  )}
                  {isOpenJob(run) && (
                    <ActionIcon
                      variant="subtle"
                      color="neutral"
                      aria-label={t('runs.stop')}
                      title={t('runs.stop')}
                      onClick={() => control({ params: { id: run.id }, body: { action: 'cancel' } })}
                    >
                      <IconX size={16} />
                    </ActionIcon>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Report({ sync, run }: { sync: Sync; run: SyncRun }) {
  const t = useTexts(['sync', 'serverJobs'])
  const { data, error, isFetching, refetch } = useApiQuery(
    getSyncReport,
    { params: { id: run.id } },
    { refetchOnMount: 'always', ...(isOpenJob(run) && { refreshMs: REFRESH_MS }) },
  )
  if (data === undefined)
    return error && <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  const { problem, text, failures, entries } = data
  const name = `${sync.bucket}-sync-${data.started.slice(0, 16).replaceAll(/\D/g, '')}`
  const isKept = data.status === 'done' && data.deletes && data.failed > 0
  return (
    <>
      {problem !== '' && (
        <p>
          <FailureReason failure={{ message: problem, text }} by={sync.owner} isElsewhere />
        </p>
      )}
      {isKept && <p className={layout.warn}>{t('report.kept')}</p>}
      <Facts report={data} />
      <Objects
        title={t('report.failures')}
        rows={failures.map((failure) => ({
          name: failure.path,
          finding: <FailureReason failure={failure} by={sync.owner} isElsewhere />,
        }))}
      />
      <Objects
        title={t('report.entries')}
        rows={entries.map((entry) => ({
          name: entry.name,
          finding: <span className={layout.muted}>{t(`report.kinds.${entry.kind}`)}</span>,
        }))}
      />
      <div className={layout.buttons}>
        <SaveButton
          label={t('report.json')}
          fileName={`${name}.json`}
          content={() => `${JSON.stringify(data, null, 2)}\n`}
          {...JSON_FILE}
        />
        <SaveButton label={t('report.csv')} fileName={`${name}.csv`} content={() => reportCsv(t, data)} {...CSV_FILE} />
      </div>
    </>
  )
}

function Facts({ report }: { report: SyncReport }) {
  const t = useTexts(['sync', 'serverJobs'])
  const { source, target, started, ended, copied, bytes, deleted, skipped, uncompared, failed, lost } = report
  const facts: [string, string][] = [
    [t('columns.source'), `${source.server} · ${placeText(source.bucket, source.prefix)}`],
    [t('columns.target'), `${target.server} · ${placeText(target.bucket, target.prefix)}`],
    [t('runs.started'), formatSecond(started)],
    ...(ended === '' ? [] : [[t('runs.ended'), formatSecond(ended)] as [string, string]]),
    [t('runs.copied'), t('report.value', { number: formatCount(copied), size: formatBytes(bytes) })],
    [t('runs.deleted'), formatCount(deleted)],
    [t('runs.skipped'), formatCount(skipped)],
    ...(uncompared === 0 ? [] : [[t('report.uncompared'), formatCount(uncompared)] as [string, string]]),
    [t('runs.failed'), formatCount(failed)],
    ...lost.map(({ what, count }): [string, string] => [
      t('report.lost'),
      named(t(`serverJobs:log.losses.${what}`), formatCount(count)),
    ]),
  ]
  return (
    <dl className={layout.facts}>
      {facts.map(([fact, value]) => (
        <div key={`${fact} ${value}`}>
          <dt>{fact}</dt>
          <dd>
            <ObjectName name={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Objects({ title, rows }: { title: string; rows: readonly { name: string; finding: ReactNode }[] }) {
  const t = useTexts('sync')
  if (rows.length === 0) return null
  return (
    <>
      <h3 className={layout.subheading}>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <ul className={classes.entries} tabIndex={0} aria-label={title}>
        {rows.slice(0, SHOWN).map(({ name, finding }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an object can be in it twice; the list only grows
          <li key={index}>
            <ObjectName name={name} />
            {finding}
          </li>
        ))}
        {rows.length > SHOWN && <li>{t('report.more')}</li>}
      </ul>
    </>
  )
}

const JSON_FILE = { type: 'application/json' }
const CSV_FILE = { type: 'text/csv' }
