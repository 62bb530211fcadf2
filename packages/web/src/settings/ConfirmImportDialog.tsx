import {
  type ConfigurationImportResult,
  type ConfigurationPreview,
  getConfigurationDetails,
  getRestartState,
  importConfiguration,
  listConfigurationHistory,
  listWebhooks,
} from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { showError } from '../shared/feedback/messages.ts'
import { ModalForm } from '../shared/ModalForm.tsx'
import { WarningNote } from '../shared/WarningNote.tsx'
import { UNCHECKED } from './form-changes.ts'

interface ConfirmImportDialogProps {
  text: string
  preview: ConfigurationPreview
  onOutdated: () => void
  onImported: (result: ConfigurationImportResult) => void
  onClose: () => void
}

/** Confirms an import; the name of etcd has to be typed, as in its form. */
export function ConfirmImportDialog({ text, preview, onOutdated, onImported, onClose }: ConfirmImportDialogProps) {
  const t = useTexts('settings')
  const run = useChange(importConfiguration, {
    changes: [getConfigurationDetails, getRestartState, listConfigurationHistory, listWebhooks],
    onSuccess: (result) => {
      onClose()
      onImported(result)
    },
    onError: (failure) => {
      if (failure.code !== 'ConfigurationOutdated') return
      showError(failure)
      onOutdated()
    },
  })
  const { entries, fingerprint } = preview
  const removed = entries.filter(({ change }) => change === 'remove').length
  const hasEtcd = entries.some(({ section }) => section === UNCHECKED)
  return (
    <ModalForm
      title={t('import.confirmTitle')}
      onClose={onClose}
      onSubmit={() => run.mutate({ body: { configurationFile: text, fingerprint } })}
      submitLabel={t('import.action')}
      call={run}
      typedName={hasEtcd ? UNCHECKED : undefined}
      isDestructive={hasEtcd || removed > 0}
    >
      <p>{t('import.confirm', { count: entries.length })}</p>
      {removed > 0 && <p>{t('import.removed', { count: removed })}</p>}
      {hasEtcd && <WarningNote>{t('form.etcd')}</WarningNote>}
    </ModalForm>
  )
}
