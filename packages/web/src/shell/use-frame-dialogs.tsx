import type { Session } from '@cooperage/contract'
import { type ComponentType, type ReactNode, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTexts } from '../messages/use-texts.ts'
import { showError } from '../shared/feedback/messages.ts'
import { type FrameDialog, type FrameDialogProps, frameDialogs } from './dialogs.ts'

/** Opens the dialogs that belong to no page, one at a time. */
export function useFrameDialogs(session: Session): { open: (dialog: FrameDialog) => void; dialog: ReactNode } {
  const t = useTexts('shell')
  const [shown, setShown] = useState<{ Dialog: ComponentType<FrameDialogProps>; typed: string }>()

  const open = useCallback(
    async (name: FrameDialog) => {
      const typing = name === 'palette' ? holdTyping() : undefined
      try {
        const Dialog = await frameDialogs[name]()
        const typed = typing ? typing.release() : ''
        // At once: what is typed next is for its field.
        if (typed !== undefined) flushSync(() => setShown({ Dialog, typed }))
      } catch (error) {
        typing?.release()
        showError({ message: t('dialogNotLoaded'), detailedMessage: String(error) })
      }
    },
    [t],
  )
  const close = useCallback(() => setShown(undefined), [])
  return {
    open,
    dialog: shown && <shown.Dialog session={session} onClose={close} onOpen={open} typed={shown.typed} />,
  }
}

/** Holds what is typed while the code of the palette loads. `release` returns it, or undefined after Escape. */
function holdTyping(): { release: () => string | undefined } {
  let typed: string | undefined = ''
  const hold = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    if (ctrlKey || metaKey || altKey || isComposing) return
    if (key === 'Escape') typed = undefined
    else if (key === 'Backspace') typed = typed?.slice(0, -1)
    else if ([...key].length === 1 && typed !== undefined) typed += key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', hold, { capture: true })
  return {
    release: () => {
      window.removeEventListener('keydown', hold, { capture: true })
      return typed
    },
  }
}
