import { AppError, changeObjects } from '@cooperage/contract'
import { usableBucketName } from '../buckets/index.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { isLeftToNext, PART_MS } from '../shared/parts.ts'
import type { RouteRegistry } from '../shared/register-route.ts'
import { isOfTheWhole } from '../shared/storage-refusals.ts'
import { type ChangeOne, changeOf } from './change/change-one.ts'
import { selectedKeys } from './change/selected-keys.ts'
import { type Failure, FailureList } from './failure-list.ts'

const AT_ONCE = 8

export function changeRoute(routes: RouteRegistry): void {
  routes.withSession(
    changeObjects,
    async ({ params, query, body, storage, signal }) => {
      const bucket = usableBucketName(params.bucket)
      const change = changeOf(storage, bucket, body.change)
      const end = performance.now() + PART_MS
      const failures = new FailureList()
      let changed = 0
      let next: string | undefined = query.after
      const answer = () => {
        const { failed, alsoFailed } = failures
        return { changed, failed, alsoFailed, ...(next !== undefined && { next }) }
      }
      try {
        for await (const batch of selectedKeys(storage, bucket, body.paths, query.after)) {
          const failed = await changeAll(batch.keys, change)
          changed += batch.keys.length - failed.length
          for (const failure of failed) failures.add(failure)
          if (batch.unlisted) failures.add(batch.unlisted)
          next = batch.next
          if (performance.now() > end) return answer()
        }
        next = undefined
      } catch (error) {
        if (next === query.after || !isLeftToNext(error, signal)) throw error
      }
      return answer()
    },
    { isLong: true },
  )
}

/** Changes each, and tells what could not be changed, in the order of the keys. */
async function changeAll(keys: readonly string[], change: ChangeOne): Promise<Failure[]> {
  const refused = new Map<string, string>()
  await inParallel(keys, AT_ONCE, async (key) => {
    try {
      await change(key)
    } catch (error) {
      if (!(error instanceof AppError) || isOfTheWhole(error)) throw error
      refused.set(key, error.message)
    }
  })
  return keys.flatMap((path) => {
    const message = refused.get(path)
    return message === undefined ? [] : [{ path, message }]
  })
}
