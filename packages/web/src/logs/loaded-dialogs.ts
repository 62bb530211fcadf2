/** What dialogs.ts loads, as one chunk. */
export { EntryDetails } from './EntryDetails.tsx'
export { RecordDetails } from './RecordDetails.tsx'
export { SetUpDialog } from './SetUpDialog.tsx'
