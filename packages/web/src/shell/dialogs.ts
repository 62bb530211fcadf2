import type { Session } from '@cooperage/contract'
import type { FunctionComponent } from 'react'
import { CreateBucketModal } from '../buckets/index.ts'
import { GoToDialog } from '../objects/index.ts'
import { RestartDialog } from '../settings/index.ts'

/** Dialogs that open over any page. */
export type FrameDialog = 'palette' | 'shortcuts' | 'createBucket' | 'goTo' | 'restart'

export interface FrameDialogProps {
  session: Session
  onClose: () => void
  /** Replaces this dialog by another. */
  onOpen: (dialog: FrameDialog) => void
  /** What the visitor typed while its code was loading, for its field. */
  typed: string
}

/** The code of each dialog, loaded when it is first opened. */
export const frameDialogs: Record<FrameDialog, () => Promise<FunctionComponent<FrameDialogProps>>> = {
  palette: async () => (await import('./palette/CommandPalette.tsx')).CommandPalette,
  shortcuts: async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  createBucket: CreateBucketModal.load,
  goTo: GoToDialog.load,
  restart: RestartDialog.load,
}

/** Opened by the frame when a session ends. */
export const loadSignInAgain = async () => (await import('./SignInAgainDialog.tsx')).SignInAgainDialog
