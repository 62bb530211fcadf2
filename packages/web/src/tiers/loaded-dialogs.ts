/** What dialogs.ts loads, as one chunk. */
export { CredentialsModal } from './CredentialsModal.tsx'
export { DetailsModal } from './DetailsModal.tsx'
export { RemoveTierDialog } from './RemoveTierDialog.tsx'
