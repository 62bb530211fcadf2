import { onDemand } from '../shared/on-demand.ts'

/** The dialogs of groups are loaded when one is opened first. */
export const loadGroupDialogs = () => import('./loaded-dialogs.ts')

export const CreateGroupModal = onDemand(async () => (await loadGroupDialogs()).CreateGroupModal)
export const EditGroupModal = onDemand(async () => (await loadGroupDialogs()).EditGroupModal)
export const DeleteGroupDialog = onDemand(async () => (await loadGroupDialogs()).DeleteGroupDialog)
export const GroupPermissions = onDemand(async () => (await loadGroupDialogs()).GroupPermissions)
export const SetGroupsModal = onDemand(async () => (await loadGroupDialogs()).SetGroupsModal)
export const SetGroupsOfMembersModal = onDemand(async () => (await loadGroupDialogs()).SetGroupsOfMembersModal)
