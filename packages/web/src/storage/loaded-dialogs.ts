/** What dialogs.ts loads, as one chunk. */
export { FormatDialog } from './FormatDialog.tsx'
export { IssuesDialog } from './IssuesDialog.tsx'
