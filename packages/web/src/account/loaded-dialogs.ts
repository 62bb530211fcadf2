/** What dialogs.ts loads, as one chunk. */
export { ChangePasswordModal } from './ChangePasswordModal.tsx'
export { SignOutEverywhereDialog } from './SignOutEverywhereDialog.tsx'
