import { type ErrorDocument, errorFields, tryParse } from '../s3/error-document.ts'
import { childText } from '../xml/reader.ts'
import { element, STS_NAMESPACE, xmlDocument } from '../xml/writer.ts'

export function writeStsError(error: { code: string; message: string; requestId: string }): string {
  const inner = `<Error><Type></Type>${element('Code', error.code)}${element('Message', error.message)}</Error>${element('RequestId', error.requestId)}`
  return xmlDocument('ErrorResponse', STS_NAMESPACE, inner)
}

/** The error of a response of STS or IAM; undefined if the body is something else. */
export function parseStsError(source: string | Uint8Array): ErrorDocument | undefined {
  const root = tryParse(source, 'ErrorResponse')
  // Some servers list it among several, as older APIs of AWS do.
  const parent = root?.children.find((child) => child.name === 'Errors') ?? root
  const error = parent?.children.find((child) => child.name === 'Error')
  if (root === undefined || error === undefined) return undefined
  const requestId = childText(root, 'RequestId')
  return { ...errorFields(error), ...(requestId ? { requestId } : {}) }
}
