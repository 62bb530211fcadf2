import {
  type CompletedPart,
  parseCompleteMultipartUpload,
  readXml,
  writeCompleteMultipartUploadResult,
} from '@cooperage/wire'
import { type HttpResponse, xmlResponse } from '../../http/response.ts'
import { type ObjectRecord, StoreError } from '../../store/store.ts'
import { multipartEtag } from '../../store/uploads/uploads.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { objectChecksumHeaders } from '../checksums.ts'
import { checkChecksumAlgorithm, checkCompletedObject, combinedChecksums, selectParts } from '../completed-parts.ts'
import { checkUploadEncryption, encryptionHeader } from '../encryption.ts'
import { s3Error } from '../errors.ts'
import { requestsLock } from '../locking/requested-lock.ts'
import { checkWriteHeaders } from '../upload-rules.ts'
import { versionHeader } from '../versions.ts'
import { writeCondition } from '../write-conditions.ts'

const MAX_BODY_BYTES = 8 * 1024 * 1024
/** Number of latest versions of the key in which a completed upload is searched for. */
const SEARCHED_VERSIONS = 1000

/**
 * Can be repeated: a client that did not get the response gets it again while the version exists, even if a condition no
 * longer holds.
 */
export const completeMultipartUpload: S3Operation = async (call) => {
  const { engine, headers, query, document, publish } = call
  checkWriteHeaders(engine, headers)
  // The lock belongs to the request that created the upload.
  if (requestsLock(headers)) throw s3Error('InvalidRequest')
  const uploadId = query.get('uploadId') ?? ''
  const body = await document(MAX_BODY_BYTES, { checksumsOfObject: true })
  if (body === '') throw s3Error('InvalidRequest', 'You must specify at least one part')
  const named = parseCompleteMultipartUpload(await readXml(body, { maxBytes: MAX_BODY_BYTES }))
  try {
    const record = await complete(call, uploadId, named)
    publish('s3:ObjectCreated:CompleteMultipartUpload', record)
    return completionResponse(call, record)
  } catch (error) {
    const isGone = error instanceof StoreError && error.code === 'NoSuchUpload'
    const record = isGone ? findCompletedVersion(call, uploadId, named) : undefined
    if (record === undefined) throw error
    checkUploadEncryption(headers, record)
    checkCompletedObject(headers, record.size, record.checksums)
    return completionResponse(call, record)
  }
}

/** @throws WireError; StoreError NoSuchUpload and other errors of the write */
async function complete(
  { engine, bucket, key, headers }: S3Call,
  uploadId: string,
  named: CompletedPart[],
): Promise<ObjectRecord> {
  const upload = engine.store.getUpload(bucket, key, uploadId)
  const { checksum } = upload
  checkUploadEncryption(headers, upload)
  checkChecksumAlgorithm(headers, checksum)
  const parts = selectParts(named, engine.store.listParts(bucket, key, uploadId), checksum)
  const checksums = combinedChecksums(parts, checksum)
  checkCompletedObject(
    headers,
    parts.reduce((sum, { size }) => sum + size, 0),
    checksums,
  )
  const precondition = writeCondition(headers)
  return await engine.store.completeUpload(bucket, key, uploadId, named, {
    ...(checksums === undefined ? {} : { checksums }),
    ...(precondition === undefined ? {} : { precondition }),
  })
}

/** The version that this upload created from the same parts, if it still exists. */
function findCompletedVersion(
  { engine, bucket, key }: S3Call,
  uploadId: string,
  named: readonly CompletedPart[],
): ObjectRecord | undefined {
  if (engine.store.getBucket(bucket) === undefined) return undefined
  const etag = multipartEtag(named.map((part) => part.etag))
  const { entries } = engine.store.listVersions(bucket, { prefix: key, limit: SEARCHED_VERSIONS })
  return entries
    .flatMap((entry) => (entry.kind === 'object' ? [entry.record] : []))
    .find((record) => record.key === key && record.uploadId === uploadId && record.etag === etag)
}

function completionResponse({ engine, bucket, key, path, headers }: S3Call, record: ObjectRecord): HttpResponse {
  const { etag, checksums } = record
  const response = xmlResponse(
    writeCompleteMultipartUploadResult({
      location: `http://${headers.host ?? engine.endpoint}${path}`,
      bucket,
      key,
      etag,
      ...(checksums === undefined ? {} : { checksums: checksums.values, checksumType: checksums.type }),
    }),
  )
  response.headers = {
    ...response.headers,
    etag: `"${etag}"`,
    ...versionHeader(record),
    ...engine.lifecycle.headers(record),
    ...encryptionHeader(record),
    ...objectChecksumHeaders(checksums),
  }
  return response
}
