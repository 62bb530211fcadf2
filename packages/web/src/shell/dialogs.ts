import type { Session } from '@cooperage/contract'
import type { ComponentType } from 'react'
import { lazyPart } from '../shared/lazy-part.ts'

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
export const frameDialogs: Record<FrameDialog, () => Promise<ComponentType<FrameDialogProps>>> = {
  palette: async () => (await import('./palette/CommandPalette.tsx')).CommandPalette,
  shortcuts: async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  createBucket: async () => (await import('../buckets/CreateBucketModal.tsx')).CreateBucketModal,
  goTo: async () => (await import('../objects/go-to/GoToDialog.tsx')).GoToDialog,
  restart: async () => (await import('../settings/RestartDialog.tsx')).RestartDialog,
}

/** Opened by the frame for a failed request. */
export const ExplainDialog = lazyPart(async () => (await import('./ExplainDialog.tsx')).ExplainDialog)

/** Opened by the frame when a session ends. */
export const loadSignInAgain = async () => (await import('./SignInAgainDialog.tsx')).SignInAgainDialog
