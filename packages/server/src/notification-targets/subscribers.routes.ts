import { AppError, failureWords, listNotificationSubscribers, type NotificationSubscribers } from '@cooperage/contract'
import { getBucketNotification, listBuckets } from '@cooperage/storage-client'
import { compareText } from '@cooperage/wire'
import { eventTypeOf } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { inParallel } from '../shared/in-parallel.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { isOfTarget } from './target-kind.ts'

/** Buckets whose subscriptions are read concurrently. */
const PARALLEL = 8
/** After this time no further bucket is read, so that the response arrives before the visitor's timeout. */
const BEGIN_WITHIN_MS = 4_000

/** The buckets that use a target. The response also lists the buckets that could not be read. */
export function subscriberRoutes({ routes, services: { now } }: Registry): void {
  routes.withSession(listNotificationSubscribers, async ({ params, storage }) => {
    const startedAt = now()
    const all = await withStorageErrors({ action: 's3:ListAllMyBuckets' }, listBuckets(storage))
    const response: NotificationSubscribers = { buckets: [], unread: [], left: 0 }
    await inParallel(all, PARALLEL, async ({ name }) => {
      if (now() - startedAt > BEGIN_WITHIN_MS) {
        response.left++
        return
      }
      const subject = { action: 's3:GetBucketNotification', bucket: name, feature: 'bucket notifications' as const }
      try {
        const { subscriptions } = await withStorageErrors(subject, getBucketNotification(storage, name))
        const used = subscriptions.filter((one) => isOfTarget(one, params.service, params.account_id))
        if (used.length === 0) return
        const shown = used.map(({ events, prefix, suffix }) => ({ events: events.map(eventTypeOf), prefix, suffix }))
        response.buckets.push({ name, subscriptions: shown })
      } catch (error) {
        // A bucket that was deleted after it was listed has no subscriptions.
        if (!(error instanceof AppError)) throw error
        if (error.code === 'SessionEnded') throw error
        if (error.code !== 'NoSuchBucket') response.unread.push({ name, ...failureWords(error) })
      }
    })
    for (const list of [response.buckets, response.unread]) list.sort((a, b) => compareText(a.name, b.name))
    return response
  })
}
