/** What dialogs.ts loads, as one chunk. */
export { DeleteNoncurrentDialog } from './DeleteNoncurrentDialog.tsx'
export { RestoreFolderDialog } from './RestoreFolderDialog.tsx'
export { UndeleteDialog } from './UndeleteDialog.tsx'
