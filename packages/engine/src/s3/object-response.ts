/** What GET and HEAD of an object answer alike: everything but the bytes. */

import type { End } from '../lifecycle/lifecycle.ts'
import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { checksumHeaders, objectChecksumHeaders, requestsChecksums } from './checksums.ts'
import { isNotModified } from './conditions.ts'
import { s3Error } from './errors.ts'
import { lockHeaders } from './locking/lock-headers.ts'
import { identityHeaders, objectHeaders } from './object-headers.ts'
import { findPart } from './part-ranges.ts'
import { type ByteRange, parseRange } from './ranges.ts'
import { rejectDeleteMarker, requestedVersion } from './versions.ts'

export interface ObjectResponse {
  status: 200 | 206 | 304
  headers: Record<string, string>
  /** Bytes that the answer has, or would have; none for what is not modified. */
  length: number
  /** Absent: all of them. */
  range?: ByteRange
}

/** @throws WireError NoSuchKey, MethodNotAllowed, PreconditionFailed, InvalidRange, InvalidPartNumber, InvalidRequest, InvalidArgument */
export function objectResponse(call: S3Call, record: ObjectRecord): ObjectResponse {
  const { headers, query } = call
  rejectDeleteMarker(record, requestedVersion(query))
  const end = endOf(call, record)
  if (isNotModified(headers, record)) return { status: 304, headers: identityHeaders(record), length: 0 }

  const response: ObjectResponse = { status: 200, headers: objectHeaders(record, query), length: record.size }
  Object.assign(response.headers, lockHeaders(call, record))
  Object.assign(response.headers, end?.headers)
  const part = findPart(call, record)
  const range = part === undefined ? parseRange(headers.range, record.size) : part.range
  if (range !== undefined) {
    response.status = 206
    response.range = range
    response.length = range.end - range.start + 1
    response.headers['content-range'] = `bytes ${range.start}-${range.end}/${record.size}`
  }
  if (part?.count !== undefined) response.headers['x-amz-mp-parts-count'] = String(part.count)
  if (requestsChecksums(headers)) Object.assign(response.headers, checksumsOf(record, part?.checksums, range))
  return response
}

/**
 * As at MinIO what is over counts as gone from the moment on, and not only from the next scan, which comes soon then.
 * @throws WireError NoSuchKey
 */
function endOf({ engine: { lifecycle } }: S3Call, record: ObjectRecord): End | undefined {
  const end = lifecycle.endOf(record)
  if (!end?.isOver) return end
  lifecycle.scanner.soon(record.bucket)
  throw s3Error('NoSuchKey')
}

/** There are checksums of the whole and of each part, but none of another range. */
function checksumsOf(
  record: ObjectRecord,
  ofPart: Record<string, string> | undefined,
  range: ByteRange | undefined,
): Record<string, string> {
  if (ofPart !== undefined) return checksumHeaders(ofPart)
  return range === undefined ? objectChecksumHeaders(record.checksums) : {}
}
