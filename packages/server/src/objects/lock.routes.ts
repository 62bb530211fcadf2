import { clearObjectRetention, setLegalHold, setObjectRetention, setObjectTags } from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { changeRetention, checkTags, setHold, toRetention, type Version, writeTags } from './change/change-version.ts'

/** Retention, legal hold and tags of one version. */
export function lockRoutes({ routes }: Registry): void {
  routes.withSession(setObjectRetention, async ({ params, query, body, storage }) => {
    const retention = toRetention(body.mode, body.expires)
    await changeRetention(storage, versionOf(params.bucket, query), retention, body.governance_bypass)
  })

  routes.withSession(clearObjectRetention, async ({ params, query, storage }) => {
    await changeRetention(storage, versionOf(params.bucket, query), undefined, true)
  })

  routes.withSession(setLegalHold, async ({ params, query, body, storage }) => {
    await setHold(storage, versionOf(params.bucket, query), body.status === 'enabled')
  })

  routes.withSession(setObjectTags, async ({ params, query, body, storage }) => {
    checkTags(body.tags)
    await writeTags(storage, versionOf(params.bucket, query), body.tags)
  })
}

function versionOf(bucket: string, query: { prefix: string; version_id?: string | undefined }): Version {
  return { bucket: validBucketName(bucket), key: query.prefix, versionId: query.version_id }
}
