/**
 * The storage class of an object. Both classes are stored in the same way. The requested class is stored as an object header
 * unless it is STANDARD, which has no response header.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { ObjectMetadata } from '../store/store.ts'
import { s3Error } from './errors.ts'

const HEADER = 'x-amz-storage-class'
const STANDARD = 'STANDARD'
const CLASSES: ReadonlySet<string> = new Set([STANDARD, 'REDUCED_REDUNDANCY'])

/** @throws WireError InvalidStorageClass */
export function checkStorageClass(headers: IncomingHttpHeaders): void {
  const requested = headers[HEADER]
  if (requested !== undefined && !CLASSES.has(String(requested))) throw s3Error('InvalidStorageClass')
}

/** The object header to store for a requested class. */
export function storedStorageClass(headers: IncomingHttpHeaders): Record<string, string> {
  const requested = headers[HEADER]?.toString()
  return requested === undefined || requested === STANDARD ? {} : { [HEADER]: requested }
}

export function storageClassOf({ headers }: ObjectMetadata): string {
  return headers[HEADER] ?? STANDARD
}

/** The metadata of a copy with a different class than its source; undefined if the class is the same. */
export function withRequestedClass(
  metadata: ObjectMetadata,
  requested: IncomingHttpHeaders,
): ObjectMetadata | undefined {
  if (requested[HEADER] === undefined || requested[HEADER] === storageClassOf(metadata)) return undefined
  const { [HEADER]: _, ...others } = metadata.headers
  return { ...metadata, headers: { ...others, ...storedStorageClass(requested) } }
}
