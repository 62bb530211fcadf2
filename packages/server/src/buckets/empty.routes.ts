import { AppError, emptyBucket, reasonText } from '@cooperage/contract'
import type { Registry } from '../shared/feature.ts'
import { isRetriedByNextCall } from '../shared/parts.ts'
import { abortUploads } from './empty/abort-uploads.ts'
import { deleteVersions } from './empty/delete-versions.ts'
import { EmptyingOutcome } from './empty/outcome.ts'
import { validBucketName } from './valid-bucket-name.ts'

const UPLOADS = { stage: 'uploads' as const, after: '' }
const DONE = { stage: 'done' as const, after: '' }

export function emptyRoutes({ routes }: Registry): void {
  routes.withSession(
    emptyBucket,
    async ({ params, body, storage, signal }) => {
      const bucket = validBucketName(params.bucket)
      if (body.name !== bucket) throw new AppError('InvalidInput', { reason: reasonText('otherBucketName') })
      const outcome = new EmptyingOutcome()
      try {
        if (body.stage === 'versions') {
          const last = await deleteVersions(storage, bucket, body.after, outcome)
          const next = last === undefined ? UPLOADS : { stage: body.stage, after: last }
          return { ...outcome.response(), next }
        }
        const isMore = await abortUploads(storage, bucket, outcome)
        return isMore ? { ...outcome.responseWithoutFailures(), next: UPLOADS } : { ...outcome.response(), next: DONE }
      } catch (error) {
        if (outcome.deleted + outcome.uploads === 0 || !isRetriedByNextCall(error, signal)) throw error
        // The next call starts at the same place: running deletions may or may not have finished.
        return { ...outcome.responseWithoutFailures(), next: { stage: body.stage, after: body.after } }
      }
    },
    { isLong: true },
  )
}
