import { lazyPart } from '../../shared/lazy-part.ts'

export const CopyDialog = lazyPart(async () => (await import('./CopyDialog.tsx')).CopyDialog)
export const CopyVersionDialog = lazyPart(async () => (await import('./CopyVersionDialog.tsx')).CopyVersionDialog)
export const RenameDialog = lazyPart(async () => (await import('./RenameDialog.tsx')).RenameDialog)
