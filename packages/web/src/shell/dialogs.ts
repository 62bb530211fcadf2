import type { Session } from '@cooperage/contract'
import type { ComponentType } from 'react'

/** What opens over any page. */
export type FrameDialog = 'palette' | 'shortcuts' | 'createBucket' | 'goTo'

export interface FrameDialogProps {
  session: Session
  onClose: () => void
  /** Opens another in its place. */
  onOpen: (dialog: FrameDialog) => void
}

/** The code of each, loaded when it is first opened. */
export const frameDialogs: Record<FrameDialog, () => Promise<ComponentType<FrameDialogProps>>> = {
  palette: async () => (await import('./palette/CommandPalette.tsx')).CommandPalette,
  shortcuts: async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
  createBucket: async () => (await import('../buckets/CreateBucketModal.tsx')).CreateBucketModal,
  goTo: async () => (await import('../objects/go-to/GoToDialog.tsx')).GoToDialog,
}

/** Offered by the frame itself when a session ends. */
export const loadSignInAgain = async () => (await import('./SignInAgainDialog.tsx')).SignInAgainDialog
