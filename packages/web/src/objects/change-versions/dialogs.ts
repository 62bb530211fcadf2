import { lazyPart } from '../../shared/lazy-part.ts'

export const DeleteNoncurrentDialog = lazyPart(
  async () => (await import('./DeleteNoncurrentDialog.tsx')).DeleteNoncurrentDialog,
)
export const RestoreFolderDialog = lazyPart(async () => (await import('./RestoreFolderDialog.tsx')).RestoreFolderDialog)
export const UndeleteDialog = lazyPart(async () => (await import('./UndeleteDialog.tsx')).UndeleteDialog)
