/** What dialogs.ts loads, as one chunk. */
export { CreateGroupModal } from './CreateGroupModal.tsx'
export { DeleteGroupDialog } from './DeleteGroupDialog.tsx'
export { EditGroupModal } from './EditGroupModal.tsx'
export { GroupPermissions } from './GroupPermissions.tsx'
export { SetGroupsModal, SetGroupsOfMembersModal } from './SetGroupsModal.tsx'
