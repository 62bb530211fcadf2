/** The interface of uploads for pages. */
export { chosenFiles, droppedFiles, type NamedFile, pastedFiles } from './named-files.ts'
export { cancelAllUploads, uploadFiles, useOpenUploads, useStoredCount } from './transfers.ts'
