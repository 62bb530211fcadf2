/** Live changes of a bucket. */
import { WATCHED_EVENTS, type WatchedEvent, watchBucket } from '@cooperage/contract'
import { listenBucket } from '@cooperage/storage-client'
import type { Registry } from '../shared/feature.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'

const EVENT_NAMES: Record<WatchedEvent, string> = {
  put: 's3:ObjectCreated:*',
  get: 's3:ObjectAccessed:*',
  delete: 's3:ObjectRemoved:*',
}

export function watchView({ sockets }: Registry): void {
  sockets.withSession(watchBucket, async function* ({ params: { bucket }, query, storage, signal }) {
    const { suffix, events } = query
    const prefixes = [query.prefix].flat()
    // Storage servers accept one prefix.
    const prefix = commonStart(prefixes)
    const wanted = events.split(',')
    const names = WATCHED_EVENTS.filter((event) => wanted.includes(event)).map((event) => EVENT_NAMES[event])
    try {
      for await (const event of listenBucket({ ...storage, signal }, bucket, { prefix, suffix, names })) {
        if (!prefixes.some((one) => event.key.startsWith(one))) continue
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

function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  while (!others.every((text) => text.startsWith(first.slice(0, length)))) length--
  // Don't cut a surrogate pair in half.
  return first.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
