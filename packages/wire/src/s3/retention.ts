/** The retention of one version. Source: Amazon S3 API reference, "PutObjectRetention", with MinIO's errors. */
import { WireError } from '../errors.ts'
import { readTime } from '../rfc3339.ts'
import { childText, parseXml } from '../xml/reader.ts'
import { element, isoDate, S3_NAMESPACE, xmlDocument } from '../xml/writer.ts'
import { isRetentionMode, type RetentionMode } from './object-lock.ts'

export interface Retention {
  mode: RetentionMode
  /** Milliseconds since the epoch. */
  until: number
}

/** Undefined removes the retention of a version. */
export function writeRetention(retention: Retention | undefined): string {
  const inner =
    retention === undefined
      ? ''
      : element('Mode', retention.mode) + element('RetainUntilDate', isoDate(retention.until))
  return xmlDocument('Retention', S3_NAMESPACE, inner)
}

/** Doesn't check whether the date is in the future: that of a response may be past. @throws WireError MalformedXML */
export function parseRetention(source: string | Uint8Array): Retention | undefined {
  const root = parseXml(source, 'Retention')
  const mode = childText(root, 'Mode')
  const until = childText(root, 'RetainUntilDate')
  if (mode === undefined && until === undefined) return undefined
  if (mode !== undefined && !isRetentionMode(mode)) throw malformed('unknown WORM mode directive')
  if (mode === undefined || until === undefined) {
    throw malformed('the XML you provided was not well-formed or did not validate against our published schema')
  }
  return { mode, until: readTime(until) ?? fail() }
}

function fail(): never {
  throw malformed('date must be provided in ISO 8601 format')
}

function malformed(message: string): WireError {
  return new WireError('MalformedXML', 400, message)
}
