/** What dialogs.ts loads, as one chunk. */
export { AttachPoliciesModal } from './AttachPoliciesModal.tsx'
export { DeleteProviderDialog } from './DeleteProviderDialog.tsx'
export { ProviderModal } from './ProviderModal.tsx'
