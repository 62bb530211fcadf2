/** The interface of uploads for pages. */
export { chosenFiles, droppedFiles, type NamedFile, pastedFiles } from './named-files.ts'
export { stopUploads, uploadFiles, useOpenUploads, useStoredCount } from './transfers.ts'
