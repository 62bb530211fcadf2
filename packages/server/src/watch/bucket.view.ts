import { WATCHED_EVENTS, type WatchedEvent, watchBucket } from '@cooperage/contract'
import { listenBucket } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

const EVENT_NAMES: Record<WatchedEvent, string> = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
}

export function bucketView({ sockets }: Registry): void {
  sockets.withSession(watchBucket, async function* ({ params: { bucket }, query, storage, signal }) {
    const { prefix, suffix, events } = query
    const wanted = events.split(',')
    const names = WATCHED_EVENTS.filter((event) => wanted.includes(event)).map((event) => EVENT_NAMES[event])
    try {
      for await (const event of listenBucket({ ...storage, signal }, bucket, { prefix, suffix, names })) {
        yield {
          Time: event.time,
          Size: event.size,
          Type: event.name,
          Path: `${event.bucket}/${event.key}`,
          VersionId: event.versionId,
          Host: event.clientAddress,
          UserAgent: event.userAgent,
          AccessKey: event.accessKey,
        }
      }
    } catch (error) {
      await withStorageErrors({ action: 's3:ListenBucketNotification', bucket }, Promise.reject(error))
    }
  })
}
