import {
  getConfigurationDetails,
  getRestartState,
  listConfigurationHistory,
  listWebhooks,
  resetConfiguration,
} from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../navigation/navigation.ts'
import { configurationPath } from '../navigation/paths/settings.ts'
import { useApiMutation, useInvalidate } from '../shared/api/use-api.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showNotice } from '../shared/feedback/messages.ts'
import { configurationId } from './configuration-id.ts'
import { useSectionName } from './section-names.ts'

interface ResetDialogProps {
  section: string
  /** '' for the unnamed target, whose values return to their defaults; a named one is deleted. */
  target: string
  /** The page of the targets; by default that of the settings. */
  listPath?: string | undefined
  onClose: () => void
}

/** Confirms that a section returns to its defaults, or that one of its targets is deleted. */
export function ResetDialog({ section, target, listPath, onClose }: ResetDialogProps) {
  const { t } = useTranslation('settings')
  const { push } = useNavigation()
  const name = useSectionName()(section)
  const invalidate = useInvalidate()
  const isDeletion = target !== ''
  const { mutate, isPending, error } = useApiMutation(resetConfiguration, {
    onSuccess: async ({ restart }) => {
      await invalidate(getConfigurationDetails, getRestartState, listConfigurationHistory, listWebhooks)
      if (isDeletion) push(listPath ?? configurationPath(section))
      if (isDeletion) showNotice(t('targets.deleted', { name: target }))
      else showNotice(t(restart ? 'form.savedRestart' : 'form.saved', { name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={isDeletion ? t('targets.deleteTitle', { name: target, section: name }) : t('form.resetTitle', { name })}
      confirmLabel={t(isDeletion ? 'targets.delete' : 'form.reset')}
      onConfirm={() => mutate({ params: { id: configurationId(section, target) }, body: { keys: [] } })}
      onClose={onClose}
      call={{ isPending, error }}
    >
      <p>{t(isDeletion ? 'targets.deleteNote' : 'form.resetNote')}</p>
    </ConfirmDialog>
  )
}
