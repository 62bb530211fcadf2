/** Dialogs for the objects of a selection, which dialogs.ts loads as one chunk. */
export { FolderDownloadDialog } from './folder-download/FolderDownloadDialog.tsx'
export { LinkListDialog } from './link-list/LinkListDialog.tsx'
