import '../messages/en/settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../messages/use-texts.ts'
import { ApiError } from '../shared/api/api-error.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import { showError, showNotice } from '../shared/feedback/messages.ts'
import { useOpenUploads } from '../transfers/index.ts'
import { RESTART_SECONDS, restartStorage, useRestartState } from './restart.ts'
import classes from './settings.module.css'

/** Confirms a restart of the storage server. The banner shows that it is restarting. */
export function RestartDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('settings')
  const client = useQueryClient()
  const { pending = [], uploads: runningUploads = 0 } = useRestartState({ isFresh: true }).data ?? {}
  const uploads = useOpenUploads()
  const restart = async () => {
    onClose()
    try {
      if (await restartStorage()) showNotice(t('restart.done'))
      else showError({ message: t('restart.late', { seconds: RESTART_SECONDS }), detailedMessage: '' })
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      showError(failure)
    }
    await client.invalidateQueries()
  }
  return (
    <ConfirmDialog
      title={t('restart.title')}
      confirmLabel={t('restart.confirm')}
      onConfirm={() => void restart()}
      onClose={onClose}
    >
      <p>{t('restart.note')}</p>
      {uploads > 0 && <p>{t('restart.uploads', { count: uploads })}</p>}
      {runningUploads > 0 && <p>{t('restart.allUploads', { count: runningUploads })}</p>}
      {pending.length > 0 && (
        <>
          <p>{t('restart.pending')}</p>
          <ul className={classes.pending}>
            {pending.map((id) => (
              <li key={id}>{id}</li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  )
}
