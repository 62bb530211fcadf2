import { downloadObject } from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { getResumable } from './get-resumable.ts'
import { conditionsOf, sendObject } from './send-object.ts'
import { sendZip } from './send-zip.ts'

export function downloadRoute({ routes }: Registry): void {
  routes.withSession(
    downloadObject,
    async ({ params, query, request, reply, storage }) => {
      const bucket = validBucketName(params.bucket)
      const key = query.prefix
      if (key.endsWith('/') && !query.version_id) {
        const base = key.slice(0, key.lastIndexOf('/', key.length - 2) + 1)
        return await sendZip(request, reply, key, { storage, bucket, paths: [key], base })
      }
      const options = {
        conditions: conditionsOf(request),
        ...(query.version_id && { versionId: query.version_id }),
      }
      const getting = getResumable(storage, bucket, key, options)
      const object = await withStorageErrors({ action: 's3:GetObject', bucket, key }, getting)
      return await sendObject(request, reply, key, object)
    },
    { isLong: true },
  )
}
