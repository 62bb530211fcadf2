import { countObjects } from '@cooperage/contract'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { isRetriedByNextCall, PART_MS } from '../shared/parts.ts'
import { keysBelow, walkSelection } from './selection.ts'

/** Single objects needn't be asked for: one that is missing is done at once. */
const IN_BATCH = 10_000

export function countRoute({ routes }: Registry): void {
  routes.withSession(
    countObjects,
    async ({ params, query: { after }, body, storage, signal }) => {
      const bucket = validBucketName(params.bucket)
      let count = 0
      const work = {
        inBatch: IN_BATCH,
        async onObjects(rows: readonly unknown[]) {
          count += rows.length
        },
        async *below(path: string, from: string) {
          for await (const { keys } of keysBelow(storage, bucket, path, from)) {
            count += keys.length
            yield keys.at(-1) ?? from
          }
        },
        fail() {
          count += 1
        },
      }
      const end = performance.now() + PART_MS
      let next: string | undefined = after
      try {
        for await (next of walkSelection(body, after, work)) if (performance.now() > end) break
        // Nothing is left after the end of the selection.
        if (next === after) next = undefined
      } catch (error) {
        if (next === after || !isRetriedByNextCall(error, signal)) throw error
      }
      return { count, ...(next !== undefined && { next }) }
    },
    { isLong: true },
  )
}
