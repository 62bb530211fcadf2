/** What dialogs.ts loads, as one piece. */
export { CopyDialog } from './CopyDialog.tsx'
export { RenameDialog } from './RenameDialog.tsx'
