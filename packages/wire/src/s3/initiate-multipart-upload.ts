import { type Fields, readFields, requiredText, text, writeFields } from '../xml/fields.ts'
import { parseXml } from '../xml/reader.ts'
import { S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

/** Response of CreateMultipartUpload. */
export interface InitiatedUpload {
  bucket: string
  key: string
  uploadId: string
}

const UPLOAD: Fields<InitiatedUpload> = { bucket: text('Bucket'), key: text('Key'), uploadId: requiredText('UploadId') }
const ROOT = 'InitiateMultipartUploadResult'

export function writeInitiateMultipartUpload(upload: InitiatedUpload): string {
  return xmlDocument(ROOT, S3_NAMESPACE, writeFields(UPLOAD, upload))
}

/** @throws WireError MalformedXML */
export function parseInitiateMultipartUpload(source: string | Uint8Array): InitiatedUpload {
  return readFields(UPLOAD, parseXml(source, ROOT))
}
