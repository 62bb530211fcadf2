import { useTexts } from '../messages/use-texts.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import { FactList } from '../shared/FactList.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatDate } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { formatMs, type LoggedCall } from './statistics.ts'

/** All details of a call. */
export function CallDetails({ call, onClose }: { call: LoggedCall; onClose: () => void }) {
  const t = useTexts(['trace', 'shared'])
  const { id: _, ...shown } = call
  const { api, time, method, path, query, statusCode, statusMsg, error, host, client, callStats } = call
  const facts: [string, string][] = [
    [t('columns.path'), plainName(`${method} ${path}`)],
    ...(query === '' ? [] : [[t('details.query'), plainName(query)] satisfies [string, string]]),
    [t('details.status'), statusCode === 0 ? t('details.noStatus') : `${statusCode} ${statusMsg}`],
    ...(error === '' ? [] : [[t('details.error'), error] satisfies [string, string]]),
    [t('details.host'), host],
    [t('columns.client'), client],
    [t('columns.duration'), formatMs(callStats.durationMs)],
    [t('details.firstByte'), formatMs(callStats.timeToFirstByteMs)],
  ]
  return (
    <ModalForm
      title={t('details.title', { api, time: formatDate(time) })}
      isWide
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('shared:close')}
      hasOneButton
    >
      <FactList facts={facts} />
      <Headers title={t('details.request')} headers={call.requestHeaders} />
      <Headers title={t('details.response')} headers={call.responseHeaders} />
      <p className={`${layout.row} ${layout.note}`}>
        {t('details.redacted')} <CopyButton text={JSON.stringify(shown, null, 2)} what={t('details.json')} />
      </p>
    </ModalForm>
  )
}

function Headers({ title, headers }: { title: string; headers: LoggedCall['requestHeaders'] }) {
  if (headers.length === 0) return null
  return (
    <section className={layout.stack}>
      <h3 className={layout.subheading}>{title}</h3>
      <dl className={layout.facts}>
        {headers.map(({ name, value }) => (
          <div key={name}>
            <dt>{plainName(name)}</dt>
            <dd>{plainName(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
