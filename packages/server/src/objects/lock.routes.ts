import {
  AppError,
  clearObjectRetention,
  objectTagsProblem,
  setLegalHold,
  setObjectRetention,
  setObjectTags,
} from '@cooperage/contract'
import { putObjectLegalHold, putObjectTags } from '@cooperage/storage-client'
import { usableBucketName } from '../buckets/index.ts'
import { aboutObject } from '../shared/object-refusals.ts'
import type { RouteRegistry } from '../shared/register-route.ts'
import { changeRetention, wantedRetention } from './change/retention.ts'

/** Retention, legal hold and tags of one version. */
export function lockRoutes(routes: RouteRegistry): void {
  routes.withSession(setObjectRetention, async ({ params, query, body, storage }) => {
    const retention = wantedRetention(body.mode, body.expires)
    await changeRetention(storage, versionOf(params.bucket, query), retention, body.governance_bypass)
  })

  routes.withSession(clearObjectRetention, async ({ params, query, storage }) => {
    await changeRetention(storage, versionOf(params.bucket, query), undefined, true)
  })

  routes.withSession(setLegalHold, async ({ params, query, body, storage }) => {
    const bucket = usableBucketName(params.bucket)
    const { prefix: key, version_id: versionId } = query
    await aboutObject(
      { action: 's3:PutObjectLegalHold', bucket, key },
      putObjectLegalHold(storage, bucket, key, body.status === 'enabled', { versionId }),
    )
  })

  routes.withSession(setObjectTags, async ({ params, query, body, storage }) => {
    const bucket = usableBucketName(params.bucket)
    const { prefix: key, version_id: versionId } = query
    const reason = objectTagsProblem(body.tags)
    if (reason !== undefined) throw new AppError('InvalidInput', { reason })
    await aboutObject(
      { action: versionId ? 's3:PutObjectVersionTagging' : 's3:PutObjectTagging', bucket, key },
      putObjectTags(storage, bucket, key, body.tags, { versionId }),
    )
  })
}

function versionOf(bucket: string, query: { prefix: string; version_id?: string | undefined }) {
  return { bucket: usableBucketName(bucket), key: query.prefix, versionId: query.version_id }
}
