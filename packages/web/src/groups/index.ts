import { IconUsersGroup } from '@tabler/icons-react'
import { createUseDenied } from '../session/index.ts'
import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

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

export const CreateGroupModal = lazyPart(async () => (await import('./CreateGroupModal.tsx')).CreateGroupModal)
export const EditGroupModal = lazyPart(async () => (await import('./EditGroupModal.tsx')).EditGroupModal)
export const DeleteGroupDialog = lazyPart(async () => (await import('./DeleteGroupDialog.tsx')).DeleteGroupDialog)
export const SetGroupsModal = lazyPart(async () => (await import('./SetGroupsModal.tsx')).SetGroupsModal)
export const SetGroupsOfMembersModal = lazyPart(
  async () => (await import('./SetGroupsModal.tsx')).SetGroupsOfMembersModal,
)

const groupPage = async () => (await import('./GroupPage.tsx')).GroupPage

export const feature: Feature = {
  pages: {
    '/groups': async () => (await import('./GroupsPage.tsx')).GroupsPage,
    '/groups/$name': groupPage,
    // For a name with unencoded slashes in a hand-written path. Without the segment before the rest, the pattern matches /groups too.
    '/groups/$name/$': groupPage,
  },
  menu: {
    label: 'groups',
    group: 'admin',
    position: 30,
    page: '/groups',
    icon: IconUsersGroup,
  },
}
