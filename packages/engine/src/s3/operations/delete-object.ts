import type { DeleteOutcome } from '../../store/store.ts'
import type { S3Operation } from '../call.ts'
import { deleteCondition, requestedDeleteConditions } from '../delete-conditions.ts'
import { deletedObject } from '../deleted-object.ts'
import { s3Error } from '../errors.ts'
import { removePrefix, requestedForce } from '../force-delete.ts'
import { governanceBypass } from '../locking/governance-bypass.ts'
import { requestedVersion, versionHeader } from '../versions.ts'

/**
 * Deleting a missing object or version succeeds. As in MinIO and unlike in AWS, it creates no delete marker for a missing
 * object and no second one on top of another. Unlike in MinIO, conditions are evaluated.
 */
export const deleteObject: S3Operation = async (call) => {
  const { engine, bucket, key, query, headers, publish } = call
  const versionId = requestedVersion(query)
  const targetCondition = deleteCondition(requestedDeleteConditions(headers), versionId)
  if (requestedForce(call)) {
    if (targetCondition !== undefined) {
      throw s3Error('NotImplemented', 'A condition on deleting a prefix is not implemented by this server.')
    }
    if (versionId !== undefined) {
      throw s3Error('NotImplemented', 'Deleting one version by force is not implemented by this server.')
    }
    if (engine.store.getBucket(bucket)?.lock !== undefined) throw s3Error('XMinioAdminInvalidArgument')
    await removePrefix(call)
    return { status: 204 }
  }
  const outcome = await engine.store.deleteObject(bucket, key, {
    ...(versionId === undefined ? {} : { versionId }),
    ...(targetCondition === undefined ? {} : { targetCondition }),
    ...governanceBypass(call),
  })
  const deleted = deletedObject(bucket, key, outcome.versionId ?? versionId)
  publish(eventOf(outcome), deleted)
  if (outcome.versionId === undefined) return { status: 204 }

  // Responses don't name the null version, even if it is a delete marker.
  const version = versionHeader(deleted)
  const isNamed = Object.keys(version).length > 0
  return {
    status: 204,
    headers: isNamed && outcome.isDeleteMarker ? { ...version, 'x-amz-delete-marker': 'true' } : version,
  }
}

function eventOf({ versionId, isDeleteMarker }: DeleteOutcome): string {
  if (versionId === undefined) return 's3:ObjectRemoved:NoOP'
  return isDeleteMarker ? 's3:ObjectRemoved:DeleteMarkerCreated' : 's3:ObjectRemoved:Delete'
}
