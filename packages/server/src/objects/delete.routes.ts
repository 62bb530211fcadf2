import {
  AppError,
  deleteObject as deleteObjectRoute,
  deleteObjects as deleteObjectsRoute,
  reasonText,
} from '@cooperage/contract'
import { deleteObject } from '@cooperage/storage-client'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withObjectErrors } from '../shared/object-errors.ts'
import { isRetriedByNextCall, PART_MS } from '../shared/parts.ts'
import { deleteAllVersions, deleteBelow } from './delete/delete-below.ts'
import { deleteSelection } from './delete/delete-selection.ts'
import { Deletion } from './delete/deletion.ts'

export function deleteRoutes({ routes }: Registry): void {
  routes.withSession(
    deleteObjectRoute,
    async ({ params, query, storage }) => {
      const bucket = validBucketName(params.bucket)
      const { path: key, recursive, version_id: versionId, all_versions: allVersions, bypass } = query
      if (versionId && (recursive || allVersions)) {
        throw new AppError('InvalidInput', { reason: reasonText('versionOfOneObject') })
      }
      if (!recursive && !allVersions) {
        const action = versionId ? 's3:DeleteObjectVersion' : 's3:DeleteObject'
        const deleted = deleteObject(storage, bucket, key, { versionId, bypassGovernance: bypass })
        return await withObjectErrors({ action, bucket, key }, deleted)
      }
      const deletion = new Deletion(storage, bucket, { allVersions, bypassGovernance: bypass })
      if (recursive) await deleteBelow(deletion, key, '', Number.POSITIVE_INFINITY)
      else await deleteAllVersions(deletion, key)
      if (deletion.firstError !== undefined) throw deletion.firstError
    },
    { isLong: true },
  )

  routes.withSession(
    deleteObjectsRoute,
    async ({ params, query, body, storage, signal }) => {
      const bucket = validBucketName(params.bucket)
      const { all_versions: allVersions, bypass: bypassGovernance, in_parts: inParts, after } = query
      const deletion = new Deletion(storage, bucket, { allVersions, bypassGovernance })
      try {
        const partMs = inParts ? PART_MS : Number.POSITIVE_INFINITY
        const next = await deleteSelection(deletion, body, after, partMs)
        const isWhole = after === '' && next === undefined
        if (isWhole && deletion.deleted === 0 && deletion.firstError !== undefined) {
          const { code, details, detail, detailedMessage } = deletion.firstError
          throw new AppError(code, details, {
            cause: deletion.firstError,
            detailedMessage: detail ?? detailedMessage,
            refusal: deletion.response(),
          })
        }
        return { ...deletion.response(), ...(next !== undefined && { next }) }
      } catch (error) {
        if (!inParts || deletion.deleted === 0 || !isRetriedByNextCall(error, signal)) throw error
        // The next call starts at the same place and meets the same failures again.
        return { deleted: deletion.deleted, failed: [], alsoFailed: 0, next: after || '0:' }
      }
    },
    { isLong: true },
  )
}
