/** What dialogs.ts loads, as one chunk. */
export { CopyDialog } from './CopyDialog.tsx'
export { RenameDialog } from './RenameDialog.tsx'
