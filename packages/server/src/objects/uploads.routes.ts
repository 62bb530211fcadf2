import { abortUpload, listUploads } from '@cooperage/contract'
import { abortMultipartUpload, listMultipartUploads, StorageError } from '@cooperage/storage-client'
import { usableBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { about } from '../shared/storage-refusals.ts'

/** Uploads in parts that somebody began and did not finish. */
export function uploadsRoutes({ routes }: Registry): void {
  routes.withSession(listUploads, async ({ params, query, storage }) => {
    const bucket = usableBucketName(params.bucket)
    const { prefix, limit, after, after_upload } = query
    const page = await about(
      { action: 's3:ListBucketMultipartUploads', bucket },
      listMultipartUploads(storage, bucket, {
        prefix,
        maxUploads: limit,
        keyMarker: after,
        uploadIdMarker: after_upload,
      }),
    )
    return {
      uploads: page.uploads.map(({ key, uploadId, initiatedAt }) => ({
        name: key,
        upload_id: uploadId,
        started: new Date(initiatedAt).toISOString(),
      })),
      ...(page.isTruncated && { next: page.nextKeyMarker, next_upload: page.nextUploadIdMarker }),
    }
  })

  routes.withSession(abortUpload, async ({ params, query, storage }) => {
    const bucket = usableBucketName(params.bucket)
    const { prefix: key, upload_id: uploadId } = query
    const aborted = abortMultipartUpload(storage, { bucket, key, uploadId }).catch((error) => {
      if (!(error instanceof StorageError) || error.code !== 'NoSuchUpload') throw error
    })
    await about({ action: 's3:AbortMultipartUpload', bucket, key }, aborted)
  })
}
