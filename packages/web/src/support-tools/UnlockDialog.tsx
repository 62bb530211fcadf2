import { forceUnlock, type Lock, listLocks } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useChange } from '../shared/api/use-change.ts'
import { ConfirmDialog } from '../shared/ConfirmDialog.tsx'
import layout from '../shared/layout.module.css'
import { formatDuration } from '../shared/text/durations.ts'
import { plainName } from '../shared/text/visible-name.ts'
import { WarningNote } from '../shared/WarningNote.tsx'

/** Says what can be lost, and has the name of the resource typed. */
export function UnlockDialog({ lock, onClose }: { lock: Lock; onClose: () => void }) {
  const t = useTexts('supportTools')
  const { resource, owner, seconds, type, isStale } = lock
  const name = plainName(resource)
  const unlock = useChange(forceUnlock, {
    changes: [listLocks],
    notice: t('unlock.done', { name }),
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={t('unlock.title', { name })}
      confirmLabel={t('unlock.action')}
      typedName={resource}
      onConfirm={() => unlock.mutate({ body: { resource } })}
      onClose={onClose}
      call={unlock}
    >
      <WarningNote>{t('unlock.warning')}</WarningNote>
      <p>{t(`unlock.held.${type}`, { node: owner, time: formatDuration(seconds) })}</p>
      <p className={layout.note}>{t(isStale ? 'unlock.isStale' : 'unlock.isNotStale')}</p>
    </ConfirmDialog>
  )
}
