/** What dialogs.ts loads, as one chunk. */
export { ResetDialog } from '../settings/ResetDialog.tsx'
export { TestWebhookDialog } from './TestWebhookDialog.tsx'
