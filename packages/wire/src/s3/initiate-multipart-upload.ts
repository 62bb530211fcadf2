import { childText, malformedXml, parseXml } from '../xml/reader.ts'
import { element, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

/** Response of CreateMultipartUpload. */
export interface InitiatedUpload {
  bucket: string
  key: string
  uploadId: string
}

export function writeInitiateMultipartUpload(upload: InitiatedUpload): string {
  const inner = element('Bucket', upload.bucket) + element('Key', upload.key) + element('UploadId', upload.uploadId)
  return xmlDocument('InitiateMultipartUploadResult', S3_NAMESPACE, inner)
}

/** @throws WireError MalformedXML */
export function parseInitiateMultipartUpload(source: string | Uint8Array): InitiatedUpload {
  const root = parseXml(source, 'InitiateMultipartUploadResult')
  const uploadId = childText(root, 'UploadId')
  if (!uploadId) throw malformedXml(new Error('no UploadId'))
  return { bucket: childText(root, 'Bucket') ?? '', key: childText(root, 'Key') ?? '', uploadId }
}
