/**
 * The storage class of an object. Both classes are stored in the same way; the one that was asked for is kept as a header
 * of the object, unless it is STANDARD, which no answer tells in a header.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { ObjectMetadata } from '../store/store.ts'
import { s3Error } from './errors.ts'

const HEADER = 'x-amz-storage-class'
const STANDARD = 'STANDARD'
const CLASSES: ReadonlySet<string> = new Set([STANDARD, 'REDUCED_REDUNDANCY'])

/** @throws WireError InvalidStorageClass */
export function checkStorageClass(headers: IncomingHttpHeaders): void {
  const asked = headers[HEADER]
  if (asked !== undefined && !CLASSES.has(String(asked))) throw s3Error('InvalidStorageClass')
}

/** What is kept of a request, beside other headers of the object. */
export function storedStorageClass(headers: IncomingHttpHeaders): Record<string, string> {
  const asked = headers[HEADER]?.toString()
  return asked === undefined || asked === STANDARD ? {} : { [HEADER]: asked }
}

export function storageClassOf({ headers }: ObjectMetadata): string {
  return headers[HEADER] ?? STANDARD
}

/** The metadata of a copy that asks for another class than its source has; undefined when it does not. */
export function withRequestedClass(metadata: ObjectMetadata, asked: IncomingHttpHeaders): ObjectMetadata | undefined {
  if (asked[HEADER] === undefined || asked[HEADER] === storageClassOf(metadata)) return undefined
  const { [HEADER]: _, ...others } = metadata.headers
  return { ...metadata, headers: { ...others, ...storedStorageClass(asked) } }
}
