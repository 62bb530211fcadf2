import type { Answer, ByteStream } from '../../http/answer.ts'
import type { ObjectRecord, OpenObject } from '../../store/store.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { isNotModified } from '../conditions.ts'
import { s3Error } from '../errors.ts'
import { objectHeaders } from '../object-headers.ts'
import { type ByteRange, parseRange } from '../ranges.ts'
import { isOnlyVersion } from '../version-ids.ts'

/** GetObject, and HeadObject, which answers the same without the bytes. */
export const getObject: S3Operation = async (call) => {
  const { engine, bucket, key, method, query } = call
  if (!isOnlyVersion(query.get('versionId'))) {
    throw s3Error(engine.store.getBucket(bucket) === undefined ? 'NoSuchBucket' : 'NoSuchVersion')
  }
  if (method === 'HEAD') return answerFor(call, engine.store.statObject(bucket, key), undefined)

  const object = await engine.store.openObject(bucket, key)
  try {
    const answer = answerFor(call, object.record, object)
    if (typeof answer.body !== 'object') await object.close()
    return answer
  } catch (error) {
    await object.close()
    throw error
  }
}

function answerFor({ headers, query }: S3Call, record: ObjectRecord, object: OpenObject | undefined): Answer {
  if (isNotModified(headers, record)) {
    const { etag, 'last-modified': lastModified } = objectHeaders(record, query)
    return { status: 304, headers: { etag: etag ?? '', 'last-modified': lastModified ?? '' } }
  }
  const range = rangeOf(headers.range, query.get('partNumber'), record)
  const length = range === undefined ? record.size : range.end - range.start + 1
  const answerHeaders = objectHeaders(record, query)
  if (range !== undefined) answerHeaders['content-range'] = `bytes ${range.start}-${range.end}/${record.size}`
  const status = range === undefined ? 200 : 206
  if (object === undefined) {
    return { status, headers: { ...answerHeaders, 'content-length': String(length) } }
  }
  return { status, headers: answerHeaders, body: bytesOf(object, range, length) }
}

function bytesOf(object: OpenObject, range: ByteRange | undefined, length: number): ByteStream {
  return { length, bytes: object.read(range), close: () => object.close() }
}

/** `partNumber` asks for one part as it was uploaded: an object that was not uploaded in parts has one. */
function rangeOf(header: string | undefined, partNumber: string | null, record: ObjectRecord): ByteRange | undefined {
  if (partNumber === null) return parseRange(header, record.size)
  if (header !== undefined) {
    throw s3Error('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter')
  }
  if (!/^[1-9]\d*$/.test(partNumber)) throw s3Error('InvalidArgument', 'Part number must be a positive integer')
  if (record.etag.includes('-')) {
    throw s3Error('NotImplemented', 'Reading one part of a multipart object is not implemented by this server.')
  }
  if (partNumber !== '1') throw s3Error('InvalidPartNumber')
  return record.size === 0 ? undefined : { start: 0, end: record.size - 1 }
}
