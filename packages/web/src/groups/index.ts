/** What other features may use of the groups. */
export { loadGroupDialogs, SetGroupsModal } from './dialogs.ts'
