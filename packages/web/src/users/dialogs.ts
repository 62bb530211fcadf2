import { lazy } from 'react'

/** The dialogs of users are loaded when one is opened first: they weigh more than the list. */
export const loadUserDialogs = () => import('./loaded-dialogs.ts')

export const ChangeUserPasswordModal = lazy(async () => ({
  default: (await loadUserDialogs()).ChangeUserPasswordModal,
}))
export const ChangeUsersDialog = lazy(async () => ({ default: (await loadUserDialogs()).ChangeUsersDialog }))
export const CreateUserModal = lazy(async () => ({ default: (await loadUserDialogs()).CreateUserModal }))
export const DeleteUserDialog = lazy(async () => ({ default: (await loadUserDialogs()).DeleteUserDialog }))
