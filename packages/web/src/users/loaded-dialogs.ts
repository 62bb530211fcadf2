/** What dialogs.ts loads, as one chunk. */
export { ChangeUserPasswordModal } from './ChangeUserPasswordModal.tsx'
export { ChangeUsersDialog } from './ChangeUsersDialog.tsx'
export { CreateUserModal } from './CreateUserModal.tsx'
export { DeleteUserDialog } from './DeleteUserDialog.tsx'
