import type { UserSource } from '@cooperage/contract'
import { IconUsers } from '@tabler/icons-react'
import { AccessKeyList } from '../access-keys/index.ts'
import { useTexts } from '../messages/use-texts.ts'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** Actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  createUser: 'admin:CreateUser',
  deleteUser: 'admin:DeleteUser',
  /** Storage servers require it to disable a user as well. */
  enableUser: 'admin:EnableUser',
  addToGroup: 'admin:AddUserToGroup',
  attachPolicy: 'admin:AttachUserOrGroupPolicy',
} as const

export type Permission = keyof typeof PERMISSIONS

export const useDenied = createUseDenied(PERMISSIONS)

/** Why the account can't change users; those of LDAP are changed in their directory, except for their policies. */
export function useUserChangesDenied(source: UserSource | undefined): Record<Permission, string | undefined> {
  const t = useTexts('users')
  const denied = useDenied('', 'createUser', 'deleteUser', 'enableUser', 'addToGroup', 'attachPolicy')
  if (source !== 'ldap') return denied
  const reason = t('ldap.reason')
  return { ...denied, createUser: reason, deleteUser: reason, enableUser: reason, addToGroup: reason }
}

export const ChangeUserPasswordModal = lazyPart(
  async () => (await import('./ChangeUserPasswordModal.tsx')).ChangeUserPasswordModal,
)
export const ChangeUsersDialog = lazyPart(async () => (await import('./ChangeUsersDialog.tsx')).ChangeUsersDialog)
export const CreateUserModal = lazyPart(async () => (await import('./CreateUserModal.tsx')).CreateUserModal)
export const DeleteUserDialog = lazyPart(async () => (await import('./DeleteUserDialog.tsx')).DeleteUserDialog)

const userPage = async () => {
  const [{ UserPage }] = await Promise.all([import('./UserPage.tsx'), AccessKeyList.load()])
  return UserPage
}

export const feature: Feature = {
  pages: {
    '/users': async () => (await import('./UsersPage.tsx')).UsersPage,
    '/users/$name': userPage,
    // For a name with unencoded slashes in a hand-written path. Without the segment before the rest, the pattern matches /users too.
    '/users/$name/$': userPage,
  },
  menu: {
    label: 'users',
    group: 'admin',
    position: 20,
    page: '/users',
    icon: IconUsers,
    key: 'u',
  },
}
