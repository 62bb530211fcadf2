import { onDemand } from '../../shared/on-demand.ts'

/** The dialogs of an object, each loaded when it is first opened: they are larger than its page. */
export const loadObjectDialogs = () => import('./loaded-dialogs.ts')

export const AddTagDialog = onDemand(async () => (await loadObjectDialogs()).AddTagDialog)
/** Apart from the others: it brings the comparison of texts along. */
export const CompareDialog = onDemand(async () => (await import('../compare/CompareDialog.tsx')).CompareDialog)
export const DeleteObjectDialog = onDemand(async () => (await loadObjectDialogs()).DeleteObjectDialog)
export const DeleteTagDialog = onDemand(async () => (await loadObjectDialogs()).DeleteTagDialog)
export const LegalHoldDialog = onDemand(async () => (await loadObjectDialogs()).LegalHoldDialog)
export const MetadataDialog = onDemand(async () => (await loadObjectDialogs()).MetadataDialog)
export const RestoreDialog = onDemand(async () => (await loadObjectDialogs()).RestoreDialog)
export const RetentionDialog = onDemand(async () => (await loadObjectDialogs()).RetentionDialog)
