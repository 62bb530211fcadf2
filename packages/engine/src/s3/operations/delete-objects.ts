import {
  CHECKSUM_ALGORITHMS,
  checksumHeader,
  type DeleteResult,
  type ObjectToDelete,
  parseDeleteRequest,
  WireError,
  writeDeleteResult,
} from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import { StoreError } from '../../store/store.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { s3Error, storeError } from '../errors.ts'
import { checkObjectName } from '../names.ts'
import { isOnlyVersion, isVersionId } from '../version-ids.ts'

const MAX_BODY_BYTES = 8 * 1024 * 1024

/** Up to a thousand keys; each is permitted, deleted and answered on its own. */
export const deleteObjects: S3Operation = async (call) => {
  const { engine, bucket, headers } = call
  if (!hasDigest(headers)) throw s3Error('MissingContentMD5')
  if (headers['content-length'] === '0') throw s3Error('MissingContentLength')

  const { objects, quiet } = parseDeleteRequest(await call.document(MAX_BODY_BYTES))
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  const outcomes = await Promise.all(objects.map((object) => deleteOne(call, object)))

  const result: DeleteResult = { deleted: [], failed: [] }
  outcomes.forEach((refusal, at) => {
    const object = objects[at] ?? { key: '' }
    if (refusal !== undefined) result.failed.push({ ...object, code: refusal.code, message: refusal.message })
    else if (!quiet) result.deleted.push(object)
  })
  return xmlAnswer(writeDeleteResult(result))
}

/** A list of what to delete must not be taken for another: S3 insists on a digest of it, in a header or a trailer. */
function hasDigest(headers: S3Call['headers']): boolean {
  const md5 = headers['content-md5']
  if (typeof md5 === 'string') return Buffer.from(md5, 'base64').length === 16
  return [...CHECKSUM_ALGORITHMS.map(checksumHeader), 'x-amz-trailer'].some((name) => headers[name])
}

/** Gives the refusal, or undefined when the object is gone. A fault of the server still fails the whole request. */
async function deleteOne({ engine, bucket, allows }: S3Call, object: ObjectToDelete): Promise<WireError | undefined> {
  // As in a path, one leading slash is dropped.
  const key = object.key.replace(/^\//, '')
  try {
    if (!allows('s3:DeleteObject', bucket, key)) throw s3Error('AccessDenied')
    checkObjectName(key)
    const { versionId = null } = object
    if (!isVersionId(versionId)) throw s3Error('NoSuchVersion')
    if (isOnlyVersion(versionId)) await engine.store.deleteObject(bucket, key)
    return undefined
  } catch (error) {
    if (error instanceof WireError) return error
    if (error instanceof StoreError && error.code !== 'StorageFailed') return storeError(error)
    throw error
  }
}
