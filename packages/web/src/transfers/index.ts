import type { Feature } from '../shared/feature.ts'

/** The interface of uploads for pages. */
export { chosenFiles, droppedFiles, type NamedFile, pastedFiles } from './named-files.ts'
export { stopUploads, uploadFiles, useOpenUploads, useStoredCount } from './transfers.ts'

/** Uploads, which are shown on every page. */
export const feature: Feature = {
  pages: {},
  parts: [() => import('./UploadList.tsx')],
}
