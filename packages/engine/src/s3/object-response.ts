/** The common part of GetObject and HeadObject responses: everything except the bytes. */

import type { End } from '../lifecycle/lifecycle.ts'
import type { ObjectRecord } from '../store/store.ts'
import type { S3Call } from './call.ts'
import { checksumHeaders, objectChecksumHeaders, requestsChecksums } from './checksums.ts'
import { acceptsRange, isNotModified } from './conditions.ts'
import { s3Error } from './errors.ts'
import { lockHeaders } from './locking/lock-headers.ts'
import { identityHeaders, objectHeaders } from './object-headers.ts'
import { findPart } from './part-ranges.ts'
import { type ByteRange, parseRange } from './ranges.ts'
import { rejectDeleteMarker, requestedVersion } from './versions.ts'

interface ObjectResponse {
  status: 200 | 206 | 304
  headers: Record<string, string>
  /** Bytes of the body, or of the body that GET would have; 0 for status 304. */
  length: number
  /** Absent for the whole object. */
  range?: ByteRange
}

/** @throws WireError NoSuchKey, MethodNotAllowed, PreconditionFailed, InvalidRange, InvalidPartNumber, InvalidRequest, InvalidArgument */
export function objectResponse(call: S3Call, record: ObjectRecord): ObjectResponse {
  const { headers, query } = call
  rejectDeleteMarker(record, requestedVersion(query))
  const expiry = expiryOf(call, record)
  if (isNotModified(headers, record)) return { status: 304, headers: identityHeaders(record), length: 0 }

  const response: ObjectResponse = { status: 200, headers: objectHeaders(record, query), length: record.size }
  Object.assign(response.headers, lockHeaders(call, record))
  Object.assign(response.headers, expiry?.headers)
  const part = findPart(call, record)
  const requested = acceptsRange(headers, record) ? headers.range : undefined
  const range = part === undefined ? parseRange(requested, record.size) : part.range
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
 * As in MinIO, an expired object counts as missing immediately, before the scan that removes it. Schedules that scan.
 * @throws WireError NoSuchKey
 */
function expiryOf({ engine: { lifecycle } }: S3Call, record: ObjectRecord): End | undefined {
  const expiry = lifecycle.endOf(record)
  if (!expiry?.isOver) return expiry
  lifecycle.scanner.soon(record.bucket)
  throw s3Error('NoSuchKey')
}

/** Checksums exist for the whole object and for each part, but not for other ranges. */
function checksumsOf(
  record: ObjectRecord,
  partChecksums: Record<string, string> | undefined,
  range: ByteRange | undefined,
): Record<string, string> {
  if (partChecksums !== undefined) return checksumHeaders(partChecksums)
  return range === undefined ? objectChecksumHeaders(record.checksums) : {}
}
