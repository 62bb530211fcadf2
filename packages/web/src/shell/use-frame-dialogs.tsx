import type { Session } from '@cooperage/contract'
import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showError } from '../shared/feedback/messages.ts'
import { type FrameDialog, type FrameDialogProps, frameDialogs } from './dialogs.ts'

/** Opens the dialogs that belong to no page, one at a time. */
export function useFrameDialogs(session: Session): { open: (dialog: FrameDialog) => void; dialog: ReactNode } {
  const { t } = useTranslation('shell')
  const [shown, setShown] = useState<{ Dialog: ComponentType<FrameDialogProps> }>()

  const open = useCallback(
    async (name: FrameDialog) => {
      try {
        const Dialog = await frameDialogs[name]()
        setShown({ Dialog })
      } catch (error) {
        showError({ message: t('dialogNotLoaded'), detailedMessage: String(error) })
      }
    },
    [t],
  )
  const close = useCallback(() => setShown(undefined), [])
  return {
    open,
    dialog: shown && <shown.Dialog session={session} onClose={close} onOpen={open} />,
  }
}
