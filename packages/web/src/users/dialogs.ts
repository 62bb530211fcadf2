import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of users are loaded when one is opened first: they weigh more than the list. */
export const loadUserDialogs = () => import('./loaded-dialogs.ts')

export const ChangeUserPasswordModal = onDemand(async () => (await loadUserDialogs()).ChangeUserPasswordModal)
export const ChangeUsersDialog = onDemand(async () => (await loadUserDialogs()).ChangeUsersDialog)
export const CreateUserModal = onDemand(async () => (await loadUserDialogs()).CreateUserModal)
export const DeleteUserDialog = onDemand(async () => (await loadUserDialogs()).DeleteUserDialog)
