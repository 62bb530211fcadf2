import { type BatchJob, describeBatchJob, formatBytes, getBatchJob } from '@cooperage/contract'
import type { ReactNode } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { CodeEditor } from '../shared/code-editor/CodeEditor.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { FactList } from '../shared/FactList.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { StaleNotice } from '../shared/StaleNotice.tsx'
import { Bytes } from '../shared/text/Bytes.tsx'
import { Duration } from '../shared/text/Duration.tsx'
import { formatCount } from '../shared/text/numbers.ts'
import { ObjectName } from '../shared/text/ObjectName.tsx'
import { Timestamp } from '../shared/text/Timestamp.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'
import { useDenied } from './index.ts'
import { JobState } from './JobState.tsx'
import { failuresOf, isForgotten, isOpenJob, paceOf } from './progress.ts'

const REFRESH_MS = 2_000

interface JobDialogProps {
  id: string
  /** As it is listed; undefined for who may not list jobs. */
  job: BatchJob | undefined
  onClose: () => void
}

/** Where a job is and how fast, and its definition without secrets. */
export function JobDialog({ id, job, onClose }: JobDialogProps) {
  const t = useTexts('batchJobs')
  const denied = useDenied('', 'describe')
  const definition = useApiQuery(describeBatchJob, { query: { id } }, { enabled: denied.describe === undefined })
  return (
    <ModalForm
      title={t('details.title', { id: plainName(id) })}
      submitLabel={t('details.close')}
      hasOneButton
      isWide
      onSubmit={onClose}
      onClose={onClose}
    >
      {job && <Progress job={job} />}
      <h3 className={layout.subheading}>{t('details.definition')}</h3>
      {denied.describe !== undefined && <p className={layout.note}>{denied.describe}</p>}
      {definition.isLoading && <Loading />}
      {definition.error && (
        <ErrorState
          error={definition.error}
          onRetry={() => void definition.refetch()}
          isRetrying={definition.isFetching}
        />
      )}
      {definition.data && (
        <CodeEditor
          language="yaml"
          label={t('details.definition')}
          isLabelHidden
          description={t('details.definitionNote')}
          value={definition.data.yaml}
          isReadOnly
        />
      )}
    </ModalForm>
  )
}

function Progress({ job }: { job: BatchJob }) {
  const t = useTexts('batchJobs')
  const input = { query: { id: job.id } }
  const query = useApiQuery(getBatchJob, input)
  const { progress = job.progress, total = null } = query.data ?? {}
  // A second observer of the same call, as long as there is something to be seen.
  const isGone = isForgotten(query.error)
  useApiQuery(getBatchJob, input, { refreshMs: REFRESH_MS, enabled: isOpenJob(progress) && !isGone })
  const pace = paceOf(job.startedAt, progress, total)
  const { state, objects, deleteMarkers, failed, failedDeleteMarkers, bytes, failedBytes, retries } = progress
  const fact = (name: string, value: ReactNode, isShown = true) => (isShown ? ([[name, value]] as const) : [])
  const facts = [
    ...fact(t('details.facts.type'), t(`types.${job.type}`)),
    ...fact(t('details.facts.state'), <JobState progress={progress} />),
    ...fact(t('details.facts.user'), <ObjectName name={job.user} />),
    ...fact(t('details.facts.started'), <Timestamp iso={job.startedAt} isExact />, job.startedAt !== ''),
    ...fact(t('details.facts.updated'), <Timestamp iso={progress.updatedAt} isExact />, progress.updatedAt !== ''),
    ...fact(
      t('details.facts.elapsed'),
      pace && <Duration seconds={pace.elapsedSeconds} />,
      pace !== undefined && !isOpenJob(progress),
    ),
    ...fact(t('details.facts.objects'), formatCount(objects)),
    ...fact(t('details.facts.failed'), formatCount(failed), failed > 0),
    ...fact(t('details.facts.markers'), formatCount(deleteMarkers), deleteMarkers > 0),
    ...fact(t('details.facts.failedMarkers'), formatCount(failedDeleteMarkers), failedDeleteMarkers > 0),
    ...fact(t('details.facts.bytes'), <Bytes bytes={bytes ?? 0} />, bytes !== null),
    ...fact(t('details.facts.failedBytes'), <Bytes bytes={failedBytes ?? 0} />, (failedBytes ?? 0) > 0),
    ...fact(t('details.facts.rate'), pace && <Rate rate={pace.rate} byteRate={pace.byteRate} />, pace !== undefined),
    ...fact(
      t('details.facts.left'),
      pace?.leftSeconds === undefined ? t('details.noTotal') : <Duration seconds={pace.leftSeconds} />,
      state === 'running' && !isGone,
    ),
    ...fact(t('details.facts.retries'), formatCount(retries), retries > 0 && job.type !== 'replicate'),
    ...fact(
      t('details.facts.last'),
      <ObjectName name={`${progress.bucket}/${progress.object}`} />,
      progress.object !== '',
    ),
  ]
  return (
    <>
      {query.error && !isGone && <StaleNotice error={query.error} onRetry={() => void query.refetch()} />}
      <div role="status" className={layout.notes}>
        {isGone && <WarningNote>{t('details.gone')}</WarningNote>}
        {failuresOf(progress) > 0 && <WarningNote>{t('details.failedNote')}</WarningNote>}
      </div>
      <FactList facts={facts} />
    </>
  )
}

function Rate({ rate, byteRate }: { rate: number; byteRate: number | undefined }) {
  const t = useTexts('batchJobs')
  const number = formatCount(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))
  const objects = t('details.perSecond', { number })
  return <>{byteRate === undefined ? objects : `${objects}, ${formatBytes(Math.round(byteRate))}/s`}</>
}
