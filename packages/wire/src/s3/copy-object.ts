/** Responses of CopyObject and UploadPartCopy. Dates in milliseconds since the epoch, ETags without quotes. */
import { WireError } from '../errors.ts'
import { childText, parseDate, parseXml, unquoted } from '../xml/reader.ts'
import { element, isoDate, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { parseS3Error } from './error-document.ts'

/** For an object, or a part of an upload. */
export interface Copied {
  etag: string
  lastModified: number
}

const ROOTS = { object: 'CopyObjectResult', part: 'CopyPartResult' } as const

export function writeCopied(kind: keyof typeof ROOTS, { etag, lastModified }: Copied): string {
  const inner = element('LastModified', isoDate(lastModified)) + element('ETag', `"${etag}"`)
  return xmlDocument(ROOTS[kind], S3_NAMESPACE, inner)
}

/**
 * A server may have sent status 200 before it knew the outcome, and then send an error document.
 * @throws WireError with the code of such a document (status 500), MalformedXML
 */
export function parseCopied(kind: keyof typeof ROOTS, source: string | Uint8Array): Copied {
  const error = parseS3Error(source)
  if (error !== undefined) throw new WireError(error.code, 500, error.message)
  const root = parseXml(source, ROOTS[kind])
  return { etag: unquoted(childText(root, 'ETag') ?? ''), lastModified: parseDate(childText(root, 'LastModified')) }
}
