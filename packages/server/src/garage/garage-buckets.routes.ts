import {
  getGarageBucket as getGarageBucketRoute,
  setGarageRights as setGarageRightsRoute,
  setGarageWebsite as setGarageWebsiteRoute,
} from '@cooperage/contract'
import { getGarageBucket, setGarageRights, setGarageWebsite } from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

/** What a server or a visitor without it is told. */
export const feature = 'the administration of Garage' as const

export function garageBucketRoutes({ routes }: Registry): void {
  routes.withSession(getGarageBucketRoute, async ({ params, storage }) => {
    const bucket = validBucketName(params.bucket)
    const found = await withStorageErrors({ bucket, feature }, getGarageBucket(storage, bucket))
    const { aliases, localAliases, objects, bytes, website, keys } = found
    return {
      aliases,
      localAliases,
      objects,
      size: bytes,
      website: website ?? null,
      keys: keys
        .map(({ accessKey, name, rights }) => ({ accessKey, name, ...rights }))
        .sort((a, b) => compareText(a.name, b.name) || compareText(a.accessKey, b.accessKey)),
    }
  })

  routes.withSession(setGarageWebsiteRoute, async ({ params, body: { website }, storage }) => {
    const bucket = validBucketName(params.bucket)
    await withStorageErrors({ bucket, feature }, setGarageWebsite(storage, bucket, website ?? undefined))
  })

  routes.withSession(setGarageRightsRoute, async ({ params: { bucket: name, accessKey }, body, storage }) => {
    const bucket = validBucketName(name)
    const subject = { bucket, account: accessKey, feature }
    await withStorageErrors(subject, setGarageRights(storage, bucket, accessKey, body))
  })
}
