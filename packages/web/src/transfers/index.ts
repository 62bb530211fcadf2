import type { Feature } from '../shared/feature.ts'
import { lazyPart } from '../shared/lazy-part.ts'

/** The interface of uploads for pages. */
export { directFailed, findWayAgain, isBusy, isDirect } from './direct-way.ts'
export { chosenFiles, droppedFiles, type NamedFile, pastedFiles } from './named-files.ts'
export { stopUploads, uploadFiles, useOpenUploads, useStoredCount } from './transfers.ts'

export const ConflictDialog = lazyPart(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)
export const UploadList = lazyPart(async () => (await import('./UploadList.tsx')).UploadList)

/** Uploads, which are shown on every page. */
export const feature: Feature = {
  pages: {},
  parts: [UploadList.load],
}
