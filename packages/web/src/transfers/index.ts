/** What pages may do with uploads. */
export { chosenFiles, droppedFiles, type NamedFile } from './named-files.ts'
export { cancelAllUploads, uploadFiles, useStoredCount } from './transfers.ts'
