/** What dialogs.ts loads, as one chunk. */
export { CreateLinkDialog } from './CreateLinkDialog.tsx'
export { RevokeLinksDialog } from './RevokeLinksDialog.tsx'
