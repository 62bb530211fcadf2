import { AppError, SHARE_LIMIT_MS, shareExpiryProblem, shareObject } from '@cooperage/contract'
import { headObject, presignObject } from '@cooperage/storage-client'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

export function shareRoute({ routes, services }: Registry): void {
  const { settings, now } = services
  const origin = settings.storagePublicUrl ?? settings.storageUrl

  routes.withSession(shareObject, async ({ params, query, session, storage, reply }) => {
    const bucket = validBucketName(params.bucket)
    const key = query.prefix
    const expires = query.expires === undefined ? SHARE_LIMIT_MS : Number.parseInt(query.expires, 10)
    const reason = shareExpiryProblem(expires)
    if (reason !== undefined) throw new AppError('InvalidShareEnd', { reason })

    const version = query.version_id ? { versionId: query.version_id } : {}
    // A link to a missing object, or to one that the visitor may not read, would fail only for its recipient.
    await withStorageErrors({ action: 's3:GetObject', bucket, key }, headObject(storage, bucket, key, version))

    const signedAt = now()
    const seconds = Math.floor(Math.min(expires, SHARE_LIMIT_MS, session.keysEndAt - signedAt) / 1000)
    const options = { ...version, origin, expiresInSeconds: Math.max(1, seconds), now: new Date(signedAt) }
    const link = presignObject(storage, bucket, key, options).href
    // A bare string would be sent as plain text.
    return await reply.type('application/json; charset=utf-8').send(JSON.stringify(link))
  })
}
