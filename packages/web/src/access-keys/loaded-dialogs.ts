/** What dialogs.ts loads, as one chunk. */
export { ChangeKeysDialog } from './ChangeKeysDialog.tsx'
export { CreateServiceAccountModal } from './CreateServiceAccountModal.tsx'
export { EditAccessKeyModal } from './EditAccessKeyModal.tsx'
export { RevokeDialog } from './RevokeDialog.tsx'
