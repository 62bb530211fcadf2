import { detailText, errorText, type FailureText, getNotificationQueue } from '@cooperage/contract'
import { clusterMetrics, StorageError } from '@cooperage/storage-client'
import { mayReadMetrics, metricsDenied, parseExposition, problemOf } from '../dashboard/index.ts'
import type { Registry } from '../shared/feature.ts'
import { kindOf } from './target-kind.ts'

const QUEUE_LENGTH = 'minio_notify_target_queue_length'
/** MinIO counts its queues at most this often. */
const COUNTED_EVERY_MS = 10_000

export function queueRoute({ routes, services }: Registry): void {
  const { endpoint, settings, now } = services
  routes.withSession(getNotificationQueue, async ({ params, query, session, storage, signal }) => {
    const unknown = (text: FailureText) => ({ queued: null, is_current: true, reason: text.text, text })
    if (!(await mayReadMetrics(services, session, storage))) return unknown(errorText(metricsDenied()))
    const token = await settings.metrics?.scrapeToken?.()
    if (token === undefined) {
      return unknown(detailText('queueNeedsToken'))
    }
    try {
      const text = await clusterMetrics({ endpoint, signal }, token)
      // Each server of a cluster has its own queue.
      const queues = parseExposition(text, new Set([QUEUE_LENGTH])).filter(
        ({ labels }) => labels.target_id === params.account_id && labels.target_name === kindOf(params.service),
      )
      if (queues.length === 0) return unknown(detailText('queueNotReported'))
      const queued = queues.reduce((sum, { value }) => sum + value, 0)
      return { queued, is_current: now() - Date.parse(query.since) >= COUNTED_EVERY_MS, reason: '' }
    } catch (error) {
      if (!(error instanceof StorageError) || error.kind === 'aborted') throw error
      return unknown(problemOf(error))
    }
  })
}
