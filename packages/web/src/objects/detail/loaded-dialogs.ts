/** What dialogs.ts loads, as one chunk. */
export { AddTagDialog } from './AddTagDialog.tsx'
export { DeleteObjectDialog } from './DeleteObjectDialog.tsx'
export { DeleteTagDialog } from './DeleteTagDialog.tsx'
export { LegalHoldDialog } from './LegalHoldDialog.tsx'
export { MetadataDialog } from './MetadataDialog.tsx'
export { RestoreDialog } from './RestoreDialog.tsx'
export { RetentionDialog } from './RetentionDialog.tsx'
