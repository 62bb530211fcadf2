import { changeVersions } from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { changeVersionsPart } from './change-versions/change-versions.ts'

export function changeVersionsRoute({ routes }: Registry): void {
  routes.withSession(
    changeVersions,
    async ({ params, query, body, storage, signal }) =>
      await changeVersionsPart(storage, validBucketName(params.bucket), body, query.after, signal),
    { isLong: true },
  )
}
