import { createUseDenied } from '../session/index.ts'

/** Actions that pages ask about before they offer something, by the names that pages use for them. */
export const PERMISSIONS = {
  getGroup: 'admin:GetGroup',
  /** Storage servers ask for it to create groups, to remove members and to delete groups as well. */
  updateMembers: 'admin:AddUserToGroup',
  /** Storage servers ask for it to disable a group as well. */
  enableGroup: 'admin:EnableGroup',
  attachPolicy: 'admin:AttachUserOrGroupPolicy',
  listUsers: 'admin:ListUsers',
} as const

export type Permission = keyof typeof PERMISSIONS

const useDenied = createUseDenied(PERMISSIONS)

/** Why each of them is denied; undefined where it isn't. One question for the page and its dialogs, which so know the answer. */
export const useDenials = () => useDenied('', 'getGroup', 'updateMembers', 'enableGroup', 'attachPolicy', 'listUsers')
