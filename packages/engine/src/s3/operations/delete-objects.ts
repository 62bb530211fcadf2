import {
  type DeletedObject,
  type DeleteResult,
  type ObjectToDelete,
  parseDeleteRequest,
  readXml,
  WireError,
  writeDeleteResult,
} from '@cooperage/wire'
import { forEachYielding } from '../../for-each-yielding.ts'
import { xmlResponse } from '../../http/response.ts'
import { requireDigest } from '../body-digest.ts'
import type { S3Call, S3Operation } from '../call.ts'
import { deleteCondition } from '../delete-conditions.ts'
import { deletedObject } from '../deleted-object.ts'
import { itemError, s3Error } from '../errors.ts'
import { governanceBypass } from '../locking/governance-bypass.ts'
import { checkKeyLength, checkObjectName } from '../names.ts'
import { requireBucket } from '../target.ts'
import { canonicalVersion, isVersionId } from '../versions.ts'

/** Enough for a thousand keys of 1,024 escaped bytes. */
const MAX_BODY_BYTES = 8 * 1024 * 1024

/** Deletes up to a thousand keys and versions, with a permission check and a result for each. */
export const deleteObjects: S3Operation = async (call) => {
  const { engine, bucket, headers, allows } = call
  requireDigest(headers)
  if (headers['content-length'] === '0') throw s3Error('MissingContentLength')
  // Permissions are checked for each key, but the list isn't read if none of them can be allowed.
  if (!allows.somewhere('s3:DeleteObject', bucket)) throw s3Error('AccessDenied')
  requireBucket(engine, bucket)

  const { objects, quiet } = parseDeleteRequest(
    await readXml(await call.document(MAX_BODY_BYTES), { maxBytes: MAX_BODY_BYTES }),
  )
  // Duplicates are deleted once, without a second delete marker.
  const distinct = new Map(objects.map((object) => [identityOf(object), object]))
  const rejections = new Map<string, WireError>()
  await forEachYielding(distinct, ([name, object]) => {
    const rejection = rejectionOf(call, object)
    if (rejection !== undefined) rejections.set(name, rejection)
  })
  const outcomes = new Map(
    await Promise.all(
      Array.from(
        distinct,
        async ([name, object]) => [name, rejections.get(name) ?? (await deleteOne(call, object))] as const,
      ),
    ),
  )

  const result: DeleteResult = { deleted: [], failed: [] }
  for (const object of objects) {
    const outcome = outcomes.get(identityOf(object)) ?? object
    if (outcome instanceof WireError) result.failed.push({ ...object, code: outcome.code, message: outcome.message })
    else if (!quiet) result.deleted.push(outcome)
  }
  for (const outcome of outcomes.values()) {
    if (!(outcome instanceof WireError)) publishDeleted(call, outcome)
  }
  return xmlResponse(writeDeleteResult(result))
}

/** Equal for entries with the same object, version and conditions. */
function identityOf(object: ObjectToDelete): string {
  return JSON.stringify(object)
}

/** Why an entry must not be deleted, if so. Checks the key length first, which bounds the cost of policy evaluation. */
function rejectionOf({ bucket, allows }: S3Call, object: ObjectToDelete): WireError | undefined {
  const key = keyOf(object)
  const versionId = versionOf(object)
  try {
    checkKeyLength(key)
    // Empty without a version, so that a version in the query is ignored.
    if (!allows('s3:DeleteObject', bucket, key, { 's3:versionid': versionId ?? '' })) throw s3Error('AccessDenied')
    checkObjectName(key)
    if (versionId !== undefined && !isVersionId(versionId)) throw s3Error('NoSuchVersion')
    return undefined
  } catch (error) {
    if (error instanceof WireError) return error
    throw error
  }
}

/** Returns errors of a single entry. Server faults still fail the whole request. */
async function deleteOne(call: S3Call, object: ObjectToDelete): Promise<DeletedObject | WireError> {
  const { engine, bucket } = call
  const versionId = versionOf(object)
  const targetCondition = deleteCondition(object, versionId)
  try {
    const outcome = await engine.store.deleteObject(bucket, keyOf(object), {
      ...(versionId === undefined ? { repeatMarker: true } : { versionId }),
      ...(targetCondition === undefined ? {} : { targetCondition }),
      ...governanceBypass(call),
    })
    const createdMarker = outcome.isDeleteMarker && versionId === undefined
    return createdMarker && outcome.versionId !== undefined
      ? { ...object, deleteMarkerVersionId: outcome.versionId }
      : object
  } catch (error) {
    return itemError(error)
  }
}

function versionOf({ versionId }: ObjectToDelete): string | undefined {
  return versionId === undefined ? undefined : canonicalVersion(versionId)
}

/** Ignores one leading slash, as in paths. */
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
