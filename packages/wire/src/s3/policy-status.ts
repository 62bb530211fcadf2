import { childText, parseXml } from '../xml/reader.ts'
import { element, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

/** In upper case, as MinIO and S3 write it. */
export function writePolicyStatus(isPublic: boolean): string {
  return xmlDocument('PolicyStatus', S3_NAMESPACE, element('IsPublic', isPublic ? 'TRUE' : 'FALSE'))
}

/** @throws WireError MalformedXML */
export function parsePolicyStatus(source: string | Uint8Array): boolean {
  return childText(parseXml(source, 'PolicyStatus'), 'IsPublic')?.trim().toUpperCase() === 'TRUE'
}
