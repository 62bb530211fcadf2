/** What dialogs.ts loads, as one chunk. */
export { CopyDialog } from './CopyDialog.tsx'
export { CopyVersionDialog } from './CopyVersionDialog.tsx'
export { RenameDialog } from './RenameDialog.tsx'
