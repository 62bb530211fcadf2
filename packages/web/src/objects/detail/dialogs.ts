import { lazyPart } from '../../shared/lazy-part.ts'

export const AddTagDialog = lazyPart(async () => (await import('./AddTagDialog.tsx')).AddTagDialog)
/** Apart from the others: it brings the comparison of texts along. */
export const CompareDialog = lazyPart(async () => (await import('../compare/CompareDialog.tsx')).CompareDialog)
export const DeleteObjectDialog = lazyPart(async () => (await import('./DeleteObjectDialog.tsx')).DeleteObjectDialog)
export const DeleteTagDialog = lazyPart(async () => (await import('./DeleteTagDialog.tsx')).DeleteTagDialog)
export const LegalHoldDialog = lazyPart(async () => (await import('./LegalHoldDialog.tsx')).LegalHoldDialog)
export const MetadataDialog = lazyPart(async () => (await import('./MetadataDialog.tsx')).MetadataDialog)
export const RestoreDialog = lazyPart(async () => (await import('./RestoreDialog.tsx')).RestoreDialog)
export const RetentionDialog = lazyPart(async () => (await import('./RetentionDialog.tsx')).RetentionDialog)
