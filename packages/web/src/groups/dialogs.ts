import { lazy } from 'react'

/** The dialogs of groups are loaded when one is opened first. */
export const loadGroupDialogs = () => import('./loaded-dialogs.ts')

export const CreateGroupModal = lazy(async () => ({ default: (await loadGroupDialogs()).CreateGroupModal }))
export const EditGroupModal = lazy(async () => ({ default: (await loadGroupDialogs()).EditGroupModal }))
export const DeleteGroupDialog = lazy(async () => ({ default: (await loadGroupDialogs()).DeleteGroupDialog }))
export const GroupPermissions = lazy(async () => ({ default: (await loadGroupDialogs()).GroupPermissions }))
export const SetGroupsModal = lazy(async () => ({ default: (await loadGroupDialogs()).SetGroupsModal }))
