/** The object browser: listing, transfers, and everything done to objects. */
export * from './change-objects.ts'
export * from './change-versions.ts'
export * from './copy.ts'
export * from './count.ts'
export * from './deleted.ts'
export * from './details.ts'
export * from './direct-transfers.ts'
export * from './folder-contents.ts'
export * from './legal-hold.ts'
export * from './object-name.ts'
export { objectKey, versionId } from './object-params.ts'
export * from './objects.ts'
export * from './restore.ts'
export * from './retention.ts'
export * from './rewind.ts'
export * from './search.ts'
export * from './share.ts'
export * from './summaries.ts'
export * from './tags.ts'
export {
  beginUpload,
  completeUpload,
  listUploadParts,
  MAX_UPLOAD_BYTES,
  MAX_UPLOAD_PARTS,
  type StoredPart,
  storedPart,
  uploadId,
  uploadPart,
} from './upload-parts.ts'
export * from './uploads.ts'
