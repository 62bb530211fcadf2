import { MAX_PARTS } from '@cooperage/wire'
import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { s3Error } from './errors.ts'
import type { ByteRange } from './ranges.ts'

/** A part of an object. */
interface FoundPart {
  /** Absent for an empty part or object. */
  range?: ByteRange
  /** Number of parts; absent for an object that was not uploaded in parts. */
  count?: number
  checksums?: Record<string, string>
}

/**
 * The part requested by `partNumber` in the query, if any.
 * @throws WireError InvalidRequest together with a range, InvalidArgument, InvalidPartNumber
 */
export function findPart(
  { engine, bucket, key, query, headers }: S3Call,
  { size, versionId }: ObjectRecord,
): FoundPart | undefined {
  const text = query.get('partNumber')
  if (!text) return undefined
  const partNumber = parsePartNumber(text)
  if (headers.range !== undefined) {
    throw s3Error('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter')
  }
  const parts = engine.store.partsOfObject(bucket, key, versionId)
  if (parts.length === 0) {
    if (partNumber !== 1) throw s3Error('InvalidPartNumber')
    return size === 0 ? {} : { range: { start: 0, end: size - 1 } }
  }
  // The position counts, because the upload may have skipped part numbers.
  const part = parts[partNumber - 1]
  const start = parts.slice(0, partNumber - 1).reduce((sum, before) => sum + before.size, 0)
  // The object may have been overwritten after the lookup.
  if (part === undefined || start + part.size > size) throw s3Error('InvalidPartNumber')
  return {
    ...(part.size === 0 ? {} : { range: { start, end: start + part.size - 1 } }),
    count: parts.length,
    checksums: part.checksums,
  }
}

function parsePartNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw s3Error('InvalidArgument', 'Part number must be a positive integer')
  const partNumber = Number(text)
  if (partNumber > MAX_PARTS) {
    throw s3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive')
  }
  return partNumber
}
