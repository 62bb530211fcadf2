/** What dialogs.ts loads, as one chunk. */

export { CreateFolderModal } from './CreateFolderModal.tsx'
export { CommandsDialog } from './commands/CommandsDialog.tsx'
export { DeleteEntriesDialog } from './DeleteEntriesDialog.tsx'
export { ShareDialog } from './ShareDialog.tsx'
