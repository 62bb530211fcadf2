import { childText, parseXml } from '../xml/reader.ts'
import { element, escapeText, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'

/** Response of GetBucketLocation. Empty means us-east-1. */
export function writeLocationConstraint(region: string): string {
  return xmlDocument('LocationConstraint', S3_NAMESPACE, escapeText(region))
}

/** @throws WireError MalformedXML */
export function parseLocationConstraint(source: string | Uint8Array): string {
  return parseXml(source, 'LocationConstraint').text.trim()
}

/** Body of CreateBucket; a bucket in us-east-1 needs none. */
export function writeCreateBucketConfiguration(region: string): string {
  return xmlDocument('CreateBucketConfiguration', S3_NAMESPACE, element('LocationConstraint', region))
}

/** The requested region, empty if the body is empty or names none. @throws WireError MalformedXML */
export function parseCreateBucketConfiguration(source: string | Uint8Array): string {
  if (source.length === 0) return ''
  return childText(parseXml(source, 'CreateBucketConfiguration'), 'LocationConstraint')?.trim() ?? ''
}
