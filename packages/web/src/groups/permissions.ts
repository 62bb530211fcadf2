import { createUseDenied } from '../session/index.ts'

/** Actions that pages check before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  getGroup: 'admin:GetGroup',
  /** Storage servers require it to create groups, to remove members and to delete groups as well. */
  updateMembers: 'admin:AddUserToGroup',
  /** Storage servers require it to disable a group as well. */
  enableGroup: 'admin:EnableGroup',
  attachPolicy: 'admin:AttachUserOrGroupPolicy',
  listUsers: 'admin:ListUsers',
} as const

export type Permission = keyof typeof PERMISSIONS

const useDenied = createUseDenied(PERMISSIONS)

/** Why each of them is denied; undefined where it isn't. One call for the page and its dialogs, which then have the result. */
export const useDenials = () => useDenied('', 'getGroup', 'updateMembers', 'enableGroup', 'attachPolicy', 'listUsers')
