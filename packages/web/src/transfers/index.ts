/** What pages may do with uploads. */
export { chosenFiles, droppedFiles, type NamedFile, pastedFiles } from './named-files.ts'
export { cancelAllUploads, uploadFiles, useStoredCount } from './transfers.ts'
