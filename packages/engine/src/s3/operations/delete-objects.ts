import {
  type DeletedObject,
  type DeleteResult,
  type ObjectToDelete,
  parseDeleteRequest,
  WireError,
  writeDeleteResult,
} from '@cooperage/wire'
import { xmlAnswer } from '../../http/answer.ts'
import { governanceBypass } from '../../locking/governance-bypass.ts'
import { StoreError } from '../../store/store.ts'
import { requireDigest } from '../body-digest.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { deletedObject } from '../deleted-object.ts'
import { s3Error, storeError } from '../errors.ts'
import { checkObjectName } from '../names.ts'
import { isVersionId } from '../versions.ts'

const MAX_BODY_BYTES = 8 * 1024 * 1024

/** Up to a thousand keys and versions; each is permitted, deleted and answered on its own. */
export const deleteObjects: S3Operation = async (call) => {
  const { engine, bucket, headers } = call
  requireDigest(headers)
  if (headers['content-length'] === '0') throw s3Error('MissingContentLength')

  const { objects, quiet } = parseDeleteRequest(await call.document(MAX_BODY_BYTES))
  if (engine.store.getBucket(bucket) === undefined) throw s3Error('NoSuchBucket')
  // What is named twice is deleted once: a second delete marker would hide nothing.
  const outcomes = new Map<string, Promise<DeletedObject | WireError>>()
  const outcomeOf = (object: ObjectToDelete) => {
    const name = JSON.stringify([object.key, object.versionId])
    const outcome = outcomes.get(name) ?? deleteOne(call, object)
    outcomes.set(name, outcome)
    return outcome
  }

  const result: DeleteResult = { deleted: [], failed: [] }
  for (const [at, outcome] of (await Promise.all(objects.map(outcomeOf))).entries()) {
    const object = objects[at] ?? { key: '' }
    if (outcome instanceof WireError) result.failed.push({ ...object, code: outcome.code, message: outcome.message })
    else if (!quiet) result.deleted.push(outcome)
  }
  for (const outcome of await Promise.all(outcomes.values())) {
    if (!(outcome instanceof WireError)) publishDeleted(call, outcome)
  }
  return xmlAnswer(writeDeleteResult(result))
}

/** A refusal is an outcome like another. A fault of the server still fails the whole request. */
async function deleteOne(call: S3Call, object: ObjectToDelete): Promise<DeletedObject | WireError> {
  const { engine, bucket, allows } = call
  const key = keyOf(object)
  try {
    const version = object.versionId === undefined ? {} : { 's3:versionid': object.versionId }
    if (!allows('s3:DeleteObject', bucket, key, version)) throw s3Error('AccessDenied')
    checkObjectName(key)
    const versionId = object.versionId?.toLowerCase()
    if (versionId !== undefined && !isVersionId(versionId)) throw s3Error('NoSuchVersion')
    const outcome = await engine.store.deleteObject(bucket, key, {
      ...(versionId === undefined ? { repeatMarker: true } : { versionId }),
      ...governanceBypass(call),
    })
    const isMarkerMade = outcome.isDeleteMarker && versionId === undefined
    return isMarkerMade && outcome.versionId !== undefined
      ? { ...object, deleteMarkerVersionId: outcome.versionId }
      : object
  } catch (error) {
    if (error instanceof WireError) return error
    if (error instanceof StoreError && error.code !== 'StorageFailed') return storeError(error)
    throw error
  }
}

/** As in a path, one leading slash is dropped. */
function keyOf({ key }: ObjectToDelete): string {
  return key.replace(/^\//, '')
}

function publishDeleted({ bucket, publish }: S3Call, deleted: DeletedObject): void {
  const { deleteMarkerVersionId, versionId } = deleted
  publish(
    deleteMarkerVersionId === undefined ? 's3:ObjectRemoved:Delete' : 's3:ObjectRemoved:DeleteMarkerCreated',
    deletedObject(bucket, keyOf(deleted), deleteMarkerVersionId ?? versionId),
  )
}
