import type { S3Operation } from '../call.ts'
import { rejectEncryptionHeader } from '../encryption.ts'
import { withFirstChunk } from '../first-chunk.ts'
import { objectResponse } from '../object-response.ts'
import { findReadable } from '../reading.ts'
import { requestedVersion } from '../versions.ts'

export const getObject: S3Operation = async (call) => {
  const { engine, bucket, key, query, headers: requestHeaders, publish } = call
  rejectEncryptionHeader(requestHeaders)
  const versionId = requestedVersion(query)
  const object = await findReadable(
    call,
    () => engine.store.openObject(bucket, key, versionId),
    ({ record }) => record,
    (opened) => opened.close(),
  )
  try {
    const { status, headers, length, range } = objectResponse(call, object.record)
    if (status === 304) {
      await object.close()
      return { status, headers }
    }
    const bytes = await withFirstChunk(object.read(range, { reuse: true }))
    publish('s3:ObjectAccessed:Get', object.record)
    return { status, headers, body: { length, bytes, close: () => object.close() } }
  } catch (error) {
    await object.close()
    throw error
  }
}
