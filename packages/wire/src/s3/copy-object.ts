/** Responses of CopyObject and UploadPartCopy. Dates in milliseconds since the epoch, ETags without quotes. */
import { WireError } from '../errors.ts'
import { date, type Fields, quotedText, readFields, writeFields } from '../xml/fields.ts'
import { parseXml } from '../xml/reader.ts'
import { S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { parseS3Error } from './error-document.ts'

/** For an object, or a part of an upload. */
export interface Copied {
  etag: string
  lastModified: number
}

const COPIED: Fields<Copied> = { lastModified: date('LastModified'), etag: quotedText('ETag') }

const ROOTS = { object: 'CopyObjectResult', part: 'CopyPartResult' } as const

export function writeCopied(kind: keyof typeof ROOTS, copied: Copied): string {
  return xmlDocument(ROOTS[kind], S3_NAMESPACE, writeFields(COPIED, copied))
}

/**
 * A server may have sent status 200 before it knew the outcome, and then send an error document.
 * @throws WireError with the code of such a document (status 500), MalformedXML
 */
export function parseCopied(kind: keyof typeof ROOTS, source: string | Uint8Array): Copied {
  const error = parseS3Error(source)
  if (error !== undefined) throw new WireError(error.code, 500, error.message)
  return readFields(COPIED, parseXml(source, ROOTS[kind]))
}
