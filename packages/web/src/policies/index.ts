/** What other features may use of the policies. */
export { AccessQuestion } from './dialogs.ts'
