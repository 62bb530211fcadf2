import { lazy } from 'react'

/** The dialogs of an object, each loaded when it is first opened: they are larger than its page. */
export const loadObjectDialogs = () => import('./loaded-dialogs.ts')

export const AddTagDialog = lazy(async () => ({ default: (await loadObjectDialogs()).AddTagDialog }))
export const DeleteObjectDialog = lazy(async () => ({ default: (await loadObjectDialogs()).DeleteObjectDialog }))
export const DeleteTagDialog = lazy(async () => ({ default: (await loadObjectDialogs()).DeleteTagDialog }))
export const LegalHoldDialog = lazy(async () => ({ default: (await loadObjectDialogs()).LegalHoldDialog }))
export const MetadataDialog = lazy(async () => ({ default: (await loadObjectDialogs()).MetadataDialog }))
export const RestoreDialog = lazy(async () => ({ default: (await loadObjectDialogs()).RestoreDialog }))
export const RetentionDialog = lazy(async () => ({ default: (await loadObjectDialogs()).RetentionDialog }))
