import { listField, numberField, objectField, objectPath, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { liveLines } from '../live-lines.ts'
import { send } from '../send.ts'

export interface ObjectEvent {
  /** ISO 8601. */
  time: string
  /** E.g. `s3:ObjectCreated:Put`. */
  name: string
  bucket: string
  key: string
  /** '' without a version. */
  versionId: string
  /** Bytes; 0 for a removal. */
  size: number
  clientAddress: string
  userAgent: string
  accessKey: string
}

export interface EventFilter {
  prefix: string
  suffix: string
  /** Names that may end in `*`: `s3:ObjectCreated:*`. */
  names: readonly string[]
}

/**
 * The events of a bucket from now on, until the client's signal aborts: MinIO's ListenBucketNotification. Releases since October
 * 2025 hold back the head and all events until about 4 KiB have accumulated, so their silence doesn't mean that nothing happened.
 * @throws StorageError
 */
export async function* listenBucket(
  client: StorageClient,
  bucket: string,
  { prefix, suffix, names }: EventFilter,
): AsyncGenerator<ObjectEvent> {
  const response = await send(client, {
    method: 'GET',
    path: objectPath(bucket),
    query: { prefix, suffix, events: names, ping: '10' },
    isEndless: true,
  })
  for await (const line of liveLines(response.body, client.signal)) yield* eventsOf(line)
}

function eventsOf(line: string): ObjectEvent[] {
  let records: unknown[]
  try {
    records = listField(objectField(JSON.parse(line)), 'Records')
  } catch {
    // One damaged line doesn't end the view.
    return []
  }
  return records.map((entry) => {
    const record = objectField(entry)
    const s3 = objectField(record, 's3')
    const object = objectField(s3, 'object')
    const source = objectField(record, 'source')
    const name = textField(record, 'eventName')
    return {
      time: textField(record, 'eventTime'),
      name: name.startsWith('s3:') ? name : `s3:${name}`,
      bucket: textField(objectField(s3, 'bucket'), 'name'),
      key: textField(object, 'key'),
      versionId: textField(object, 'versionId'),
      size: numberField(object, 'size'),
      clientAddress: textField(source, 'host'),
      userAgent: textField(source, 'userAgent'),
      accessKey: textField(objectField(record, 'userIdentity'), 'principalId'),
    }
  })
}
