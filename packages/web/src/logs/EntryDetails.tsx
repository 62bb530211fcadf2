import { useTexts } from '../messages/use-texts.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import layout from '../shared/layout.module.css'
import { ModalForm } from '../shared/ModalForm.tsx'
import { formatDate } from '../shared/text/numbers.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { type LoggedEntry, messageOf } from './entry.ts'
import classes from './logs.module.css'

/** Everything that a server wrote about an entry. */
export function EntryDetails({ entry, onClose }: { entry: LoggedEntry; onClose: () => void }) {
  const t = useTexts(['logs', 'shared'])
  const { id: _, ...logged } = entry
  const { api, error, host, level, node, remotehost, requestID, time, userAgent, deploymentid } = entry
  const facts = [
    [t('details.message'), messageOf(entry)],
    [t('columns.level'), level],
    [t('columns.source'), api.name],
    [t('details.bucket'), api.bucket],
    [t('details.object'), api.object],
    [t('columns.node'), node],
    [t('details.host'), host],
    [t('details.client'), remotehost],
    [t('details.userAgent'), userAgent],
    [t('details.request'), requestID],
    [t('details.deployment'), deploymentid],
  ] as const
  const at = formatDate(time)
  return (
    <ModalForm
      title={at === '' ? t('details.title') : t('details.titleAt', { time: at })}
      isWide
      onClose={onClose}
      onSubmit={onClose}
      submitLabel={t('shared:close')}
      hasOneButton
    >
      <dl className={`${layout.facts} ${classes.facts}`}>
        {facts.map(
          ([label, value]) =>
            value !== '' && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{plainName(value)}</dd>
              </div>
            ),
        )}
      </dl>
      {error.source.length > 0 && (
        <section className={classes.places}>
          <h3 className={layout.subheading}>{t('details.places')}</h3>
          <ol>
            {error.source.map((place) => (
              <li key={place}>{plainName(place)}</li>
            ))}
          </ol>
        </section>
      )}
      <p className={`${layout.row} ${layout.note}`}>
        {t('details.copy')} <CopyButton text={JSON.stringify(logged, null, 2)} what={t('details.json')} />
      </p>
    </ModalForm>
  )
}
