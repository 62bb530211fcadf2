import { abortUpload, listUploads } from '@cooperage/contract'
import { abortMultipartUpload, listMultipartUploads, StorageError } from '@cooperage/storage-client'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** Incomplete multipart uploads. */
export function uploadsRoutes({ routes }: Registry): void {
  routes.withSession(listUploads, async ({ params, query, storage }) => {
    const bucket = validBucketName(params.bucket)
    const { prefix, limit, after, after_upload } = query
    const page = await withStorageErrors(
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
    const bucket = validBucketName(params.bucket)
    const { prefix: key, upload_id: uploadId } = query
    const aborted = abortMultipartUpload(storage, { bucket, key, uploadId }).catch((error) => {
      if (!(error instanceof StorageError) || error.code !== 'NoSuchUpload') throw error
    })
    await withStorageErrors({ action: 's3:AbortMultipartUpload', bucket, key }, aborted)
  })
}
