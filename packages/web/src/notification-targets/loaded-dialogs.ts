/** What dialogs.ts loads, as one chunk. */
export { DeleteTargetDialog } from './DeleteTargetDialog.tsx'
export { TestTargetDialog } from './TestTargetDialog.tsx'
