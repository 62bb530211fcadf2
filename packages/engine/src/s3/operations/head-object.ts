import type { S3Operation } from '../call.ts'
import { rejectEncryptionHeader } from '../encryption.ts'
import { objectResponse } from '../object-response.ts'
import { findReadable } from '../reading.ts'
import { requestedVersion } from '../versions.ts'

/** Responds like GetObject, without the body. */
export const headObject: S3Operation = async (call) => {
  const { engine, bucket, key, query, headers: requestHeaders, publish } = call
  rejectEncryptionHeader(requestHeaders)
  const versionId = requestedVersion(query)
  const record = await findReadable(
    call,
    () => engine.store.statObject(bucket, key, versionId),
    (found) => found,
  )
  const { status, headers, length } = objectResponse(call, record)
  if (status === 304) return { status, headers }
  publish('s3:ObjectAccessed:Head', record)
  return { status, headers: { ...headers, 'content-length': String(length) } }
}
