/** The legal hold of one version: in effect until it is released. Source: Amazon S3 API reference, "PutObjectLegalHold". */
import { WireError } from '../errors.ts'
import { childText, parseXml, type XmlElement } from '../xml/reader.ts'
import { element, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

export function writeLegalHold(isOn: boolean): string {
  return xmlDocument('LegalHold', S3_NAMESPACE, element('Status', isOn ? 'ON' : 'OFF'))
}

/** @throws WireError MalformedXML */
export function parseLegalHold(source: string | Uint8Array): boolean {
  const status = childText(readRoot(source), 'Status')
  if (status === 'ON' || status === 'OFF') return status === 'ON'
  const message = 'the XML you provided was not well-formed or did not validate against our published schema'
  throw new WireError('MalformedXML', 400, message)
}

/** MinIO also accepts the name that SDKs use for the element as the name of the document. */
function readRoot(source: string | Uint8Array): XmlElement {
  try {
    return parseXml(source, 'LegalHold')
  } catch (error) {
    try {
      return parseXml(source, 'ObjectLockLegalHold')
    } catch {
      throw error
    }
  }
}
