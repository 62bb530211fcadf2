/** What use-bulk.tsx loads, as one chunk. */
export { SelectedHoldDialog } from './SelectedHoldDialog.tsx'
export { SelectedRetentionDialog } from './SelectedRetentionDialog.tsx'
export { SelectedTagsDialog } from './SelectedTagsDialog.tsx'
