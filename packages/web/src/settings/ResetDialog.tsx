import {
  getConfigurationDetails,
  getRestartState,
  listConfigurationHistory,
  listWebhooks,
  resetConfiguration,
} from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useNavigation } from '../navigation/navigation.ts'
import { configurationPath } from '../navigation/paths/settings.ts'
import { DeletionDialog } from '../shared/DeletionDialog.tsx'
import { configurationId } from './index.ts'
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
  const t = useTexts('settings')
  const { push } = useNavigation()
  const name = useSectionName()(section)
  const isDeletion = target !== ''
  return (
    <DeletionDialog
      title={isDeletion ? t('targets.deleteTitle', { name: target, section: name }) : t('form.resetTitle', { name })}
      confirmLabel={t(isDeletion ? 'targets.delete' : 'form.reset')}
      route={resetConfiguration}
      input={{ params: { id: configurationId(section, target) }, body: { keys: [] } }}
      changes={[getConfigurationDetails, getRestartState, listConfigurationHistory, listWebhooks]}
      notice={({ restart }) => {
        if (isDeletion) return t('targets.deleted', { name: target })
        return t(restart ? 'form.savedRestart' : 'form.saved', { name })
      }}
      onDeleted={isDeletion ? () => push(listPath ?? configurationPath(section)) : undefined}
      onClose={onClose}
    >
      <p>{t(isDeletion ? 'targets.deleteNote' : 'form.resetNote')}</p>
    </DeletionDialog>
  )
}
