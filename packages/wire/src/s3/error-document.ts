import { WireError } from '../errors.ts'
import { childText, parseXml, type XmlElement } from '../xml/reader.ts'
import { element, XML_DECLARATION } from '../xml/writer.ts'

/** The content of an error response beside its HTTP status. */
export interface ErrorDocument {
  code: string
  message: string
  key?: string
  bucketName?: string
  resource?: string
  region?: string
  requestId?: string
  hostId?: string
}

/** Names of the optional fields, in MinIO's order; the same in XML and JSON. */
export const ERROR_FIELDS = [
  ['Key', 'key'],
  ['BucketName', 'bucketName'],
  ['Resource', 'resource'],
  ['Region', 'region'],
  ['RequestId', 'requestId'],
  ['HostId', 'hostId'],
] as const satisfies readonly (readonly [string, keyof ErrorDocument])[]

export function writeS3Error(error: ErrorDocument): string {
  let inner = element('Code', error.code) + element('Message', error.message)
  for (const [name, field] of ERROR_FIELDS) {
    const value = error[field]
    if (value) inner += element(name, value)
  }
  return `${XML_DECLARATION}<Error>${inner}</Error>`
}

/** Error responses are short; anything longer isn't one. */
const MAX_BYTES = 64 * 1024

/** The error in an S3 response; undefined if the body is something else, so that callers can fall back on the status. */
export function parseS3Error(source: string | Uint8Array): ErrorDocument | undefined {
  const root = tryParse(source, 'Error')
  return root === undefined ? undefined : errorFields(root)
}

/** A body that isn't the expected document is a result too, not a failure. */
export function tryParse(source: string | Uint8Array, root: string): XmlElement | undefined {
  try {
    return parseXml(source, root, { maxBytes: MAX_BYTES })
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

export function errorFields(element: XmlElement): ErrorDocument {
  const document: ErrorDocument = {
    code: childText(element, 'Code') ?? '',
    message: childText(element, 'Message') ?? '',
  }
  for (const [name, field] of ERROR_FIELDS) {
    const value = childText(element, name)
    if (value) document[field] = value
  }
  return document
}
