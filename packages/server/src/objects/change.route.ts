import { changeObjects } from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { isRetriedByNextCall, PART_MS } from '../shared/parts.ts'
import { changeOf } from './change/change-one.ts'
import { ChangeSelection } from './change/change-selection.ts'
import { FailureList } from './failure-list.ts'
import { walkSelection } from './selection.ts'

export function changeRoute({ routes }: Registry): void {
  routes.withSession(
    changeObjects,
    async ({ params, query, body, storage, signal }) => {
      const bucket = validBucketName(params.bucket)
      const failures = new FailureList()
      const work = new ChangeSelection(storage, bucket, changeOf(storage, bucket, body.change), failures)
      const end = performance.now() + PART_MS
      let next: string | undefined = query.after
      try {
        for await (next of walkSelection(body.paths, query.after, work)) if (performance.now() > end) break
        // Nothing is left after the end of the selection.
        if (next === query.after) next = undefined
      } catch (error) {
        if (next === query.after || !isRetriedByNextCall(error, signal)) throw error
      }
      const { failed, alsoFailed } = failures
      return { changed: work.changed, failed, alsoFailed, ...(next !== undefined && { next }) }
    },
    { isLong: true },
  )
}
