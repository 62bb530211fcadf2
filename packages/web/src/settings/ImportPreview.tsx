import type { ConfigurationImportResult, ConfigurationPlanEntry, ConfigurationPreview } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { ExplainedButton } from '../shared/ExplainedButton.tsx'
import layout from '../shared/layout.module.css'
import { useDialogs } from '../shared/use-dialogs.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { ConfirmImportDialog } from './ConfirmImportDialog.tsx'
import { configurationId } from './index.ts'
import classes from './settings.module.css'

interface ImportPreviewProps {
  text: string
  preview: ConfigurationPreview
  /** The server has changed: requests another preview of the same file. */
  onOutdated: () => void
  onImported: (result: ConfigurationImportResult) => void
}

/** What an import would change, section by section. */
export function ImportPreview({ text, preview, onOutdated, onImported }: ImportPreviewProps) {
  const t = useTexts('settings')
  const { entries, problems, unchanged, pending } = preview
  const { open, dialog } = useDialogs({
    confirm: (close) => (
      <ConfirmImportDialog
        text={text}
        preview={preview}
        onOutdated={onOutdated}
        onImported={onImported}
        onClose={close}
      />
    ),
  })
  const disabledReason = () => {
    if (problems.length > 0) return t('import.fixFirst')
    return entries.length === 0 ? t('import.same') : undefined
  }
  return (
    <section className={classes.import} aria-label={t('import.preview')}>
      {problems.length > 0 && (
        <div role="alert" className={classes.failure}>
          <p>{t('import.problems', { count: problems.length })}</p>
          <ul>
            {problems.map(({ line, reason, name }) => (
              <li key={line}>{t('import.problem', { line, reason: t(`import.reasons.${reason}`, { name }) })}</li>
            ))}
          </ul>
        </div>
      )}
      {pending !== null && pending.length > 0 && (
        <WarningNote>{t('import.pending', { sections: pending.join(', ') })}</WarningNote>
      )}
      <p role="status">
        {entries.length === 0 ? t('import.same') : t('import.count', { count: entries.length })}{' '}
        {t('import.unchanged', { count: unchanged })}
      </p>
      {entries.map((entry) => (
        <EntryTable key={configurationId(entry.section, entry.target)} entry={entry} />
      ))}
      <div className={layout.buttons}>
        <ExplainedButton disabledReason={disabledReason()} onClick={() => open('confirm')}>
          {t('import.action')}
        </ExplainedButton>
      </div>
      {dialog}
    </section>
  )
}

function EntryTable({ entry: { section, target, change, keys } }: { entry: ConfigurationPlanEntry }) {
  const t = useTexts('settings')
  const id = configurationId(section, target)
  return (
    <div>
      <h3 className={classes.subheading}>{t(`import.changes.${change}`, { id })}</h3>
      {change !== 'remove' && (
        <table className={`${layout.table} ${classes.changes}`} aria-label={id}>
          <thead>
            <tr>
              <th scope="col">{t('form.columns.key')}</th>
              <th scope="col">{t('form.columns.before')}</th>
              <th scope="col">{t('form.columns.after')}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ key, secret, before, after }) => (
              <tr key={key}>
                <th scope="row">{key}</th>
                {secret ? (
                  <td colSpan={2}>{t('import.changed')}</td>
                ) : (
                  <>
                    <td className={classes.value}>{before || t('form.empty')}</td>
                    <td className={classes.value}>{after || t('form.empty')}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
