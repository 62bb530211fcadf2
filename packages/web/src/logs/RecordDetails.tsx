import {
  formatBytes,
  getLogRecord,
  type LogRecord,
  type LogRecordDetails,
  listAccessSubjects,
} from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import { ErrorState } from '../shared/ErrorState.tsx'
import { ExplainLink } from '../shared/feedback/ErrorFacts.tsx'
import { Loading } from '../shared/Loading.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatDate } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { adviceOf, explainedRequest, isExplainable } from './explained-request.ts'
import classes from './logs.module.css'
import { milliseconds } from './record-columns.tsx'

interface RecordDetailsProps {
  record: LogRecord
  /** Searches for the requests with this value. */
  onFilter: (field: 'user' | 'bucket', value: string) => void
  onClose: () => void
}

/** Everything that the audit log records about a request. */
export function RecordDetails({ record, onFilter, onClose }: RecordDetailsProps) {
  const t = useTexts(['logSearch', 'shared'])
  const advice = adviceOf(record)
  const { data, error, isFetching, refetch } = useApiQuery(getLogRecord, { params: { id: record.id } })
  return (
    <ModalForm
      title={t('details.title', { api: plainName(record.api_name), time: formatDate(record.time) })}
      isWide
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('shared:close')}
      hasOneButton
    >
      {advice && <p>{t(`advice.${advice}`)}</p>}
      <div className={`${layout.row} ${classes.follow}`}>
        {record.access_key !== '' && (
          <Button size="xs" variant="default" onClick={() => onFilter('user', record.parent_user || record.access_key)}>
            {t('details.onlyUser')}
          </Button>
        )}
        {record.bucket !== '' && (
          <Button size="xs" variant="default" onClick={() => onFilter('bucket', record.bucket)}>
            {t('details.onlyBucket')}
          </Button>
        )}
        {isExplainable(record) && <ExplainRecord record={record} />}
      </div>
      {data ? (
        <Details record={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Loading />
      )}
    </ModalForm>
  )
}

function ExplainRecord({ record }: { record: LogRecord }) {
  const { data } = useApiQuery(listAccessSubjects, {}, { staleTime: 30_000 })
  return <ExplainLink request={explainedRequest(record, data?.serviceAccounts ?? [])} />
}

function Details({ record }: { record: LogRecordDetails }) {
  const t = useTexts('logSearch')
  const { request_content_length: received, response_content_length: sent } = record
  const facts = [
    [t('fields.time'), record.time],
    [t('fields.api_name'), record.api_name],
    [t('fields.bucket'), record.bucket],
    [t('fields.object'), record.object],
    [t('fields.response_status'), `${record.response_status_code || ''} ${record.response_status}`.trim()],
    [t('details.error'), record.error],
    [t('fields.error_code'), record.error_code],
    [t('fields.access_key'), record.access_key],
    [t('details.parentUser'), record.parent_user],
    [t('fields.remote_host'), record.remote_host],
    [t('fields.user_agent'), record.user_agent],
    [t('fields.request_id'), record.request_id],
    [t('details.host'), record.host],
    [t('details.path'), record.path],
    [t('details.received'), received === 0 ? '' : formatBytes(received)],
    [t('details.sent'), sent === 0 ? '' : formatBytes(sent)],
    [t('details.duration'), milliseconds(record.time_to_response_ns)],
    [t('details.firstByte'), milliseconds(record.time_to_first_byte_ns)],
    [t('details.trigger'), record.trigger],
    [t('details.deployment'), record.deployment_id],
  ] as const
  const lists = [
    [t('details.query'), record.query],
    [t('details.requestHeaders'), record.request_headers],
    [t('details.responseHeaders'), record.response_headers],
    [t('details.objects'), record.objects.map((value, at) => ({ name: String(at + 1), value }))],
  ] as const
  return (
    <>
      <Facts facts={facts} />
      {lists.map(
        ([label, values]) =>
          values.length > 0 && (
            <details key={label} className={classes.headers}>
              <summary>{`${label} (${values.length})`}</summary>
              <Facts facts={values.map(({ name, value }) => [name, value] as const)} />
            </details>
          ),
      )}
      <p className={`${layout.row} ${layout.note}`}>
        {t('details.copy')} <CopyButton text={JSON.stringify(record, null, 2)} what={t('details.json')} />
      </p>
    </>
  )
}

function Facts({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  return (
    <dl className={`${layout.facts} ${classes.facts}`}>
      {facts.map(
        ([label, value]) =>
          value !== '' && (
            <div key={label}>
              <dt>{plainName(label)}</dt>
              <dd>{plainName(value)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
