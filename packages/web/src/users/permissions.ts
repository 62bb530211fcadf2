import { permissionError, type UserSource } from '@cooperage/contract'
import { useTranslation } from 'react-i18next'
import { createUseCan } from '../session/index.ts'

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

export const useCan = createUseCan(PERMISSIONS)

/** Why the account can't do something; undefined where it can, and where only the storage server can tell. */
export function useLacks<P extends Permission>(...wanted: P[]): Record<P, string | undefined> {
  const can = useCan('', ...wanted)
  const lacks: Partial<Record<P, string | undefined>> = {}
  for (const one of wanted) lacks[one] = can[one] === false ? permissionError(PERMISSIONS[one]) : undefined
  return lacks as Record<P, string | undefined>
}

/** Why the account can't change users; those of LDAP are changed in their directory, except for their policies. */
export function useUserLacks(source: UserSource | undefined): Record<Permission, string | undefined> {
  const { t } = useTranslation('users')
  const lacks = useLacks('createUser', 'deleteUser', 'enableUser', 'addToGroup', 'attachPolicy')
  if (source !== 'ldap') return lacks
  const reason = t('ldap.reason')
  return { ...lacks, createUser: reason, deleteUser: reason, enableUser: reason, addToGroup: reason }
}
