import { getBucketTags as getTagsRoute, setBucketTags } from '@cooperage/contract'
import { getBucketTags, putBucketTags } from '@cooperage/storage-client'
import { sortedEntries } from '@cooperage/wire'
import type { Registry } from '../shared/feature.ts'
import { withSettingErrors } from './setting-errors.ts'
import { validBucketName } from './valid-bucket-name.ts'

const FEATURE = 'tags of buckets' as const

export function tagsRoutes({ routes }: Registry): void {
  routes.withSession(getTagsRoute, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    const subject = { action: 's3:GetBucketTagging', bucket, feature: FEATURE }
    const tags = await withSettingErrors(subject, getBucketTags(storage, bucket))
    return {
      tags: sortedEntries(tags).map(([key, value]) => ({ key, value })),
    }
  })

  routes.withSession(setBucketTags, async ({ params, body, storage }) => {
    const bucket = validBucketName(params.bucket)
    const subject = { action: 's3:PutBucketTagging', bucket, feature: FEATURE }
    // Defined, not assigned: a key can be any text, even `__proto__`.
    const tags = Object.fromEntries(body.tags.map(({ key, value }) => [key, value]))
    await withSettingErrors(subject, putBucketTags(storage, bucket, tags))
  })
}
