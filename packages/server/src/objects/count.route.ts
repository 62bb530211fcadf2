import { countObjects } from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { countSelection } from './count-selection.ts'

export function countRoute({ routes }: Registry): void {
  routes.withSession(
    countObjects,
    ({ params, query: { after, all_versions: allVersions }, body, storage, signal }) =>
      countSelection(storage, validBucketName(params.bucket), { paths: body, allVersions }, after, signal),
    { isLong: true },
  )
}
