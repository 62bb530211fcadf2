import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { send } from '../send.ts'
import { exchangeFailure, StorageError } from '../storage-error.ts'
import type { GetObjectConditions } from './get-object.ts'
import { headersOf } from './head-object.ts'
import { type OfVersion, versionQuery } from './of-version.ts'

/** An object whose bytes the caller reads at its own pace. Read them to the end, or call `discard`. */
export interface ObjectStream {
  size: number
  lastModified: Date
  /** Those of {@link headObject}, except for checksums. */
  headers(): Record<string, string>
  bytes: AsyncIterable<Buffer>
  discard(): void
}

/**
 * Opens an object, or a range of it, for reading over a pooled connection.
 * @throws StorageError `NoSuchKey`, `NoSuchBucket`, `PreconditionFailed`
 */
export async function readObject(
  client: StorageClient,
  bucket: string,
  key: string,
  { conditions = {}, ...version }: OfVersion & { conditions?: GetObjectConditions } = {},
): Promise<ObjectStream> {
  const response = await send(client, {
    method: 'GET',
    path: objectPath(bucket, key),
    query: versionQuery(version),
    headers: { ...conditions },
  })
  const size = Number(response.headers['content-length'] ?? Number.NaN)
  const lastModified = new Date(String(response.headers['last-modified']))
  if (!Number.isSafeInteger(size) || Number.isNaN(lastModified.getTime())) {
    response.body.destroy()
    throw new StorageError('unreadable', 'The storage server sent an object without Content-Length or Last-Modified')
  }
  return {
    size,
    lastModified,
    headers: () => headersOf(response),
    bytes: bytesOf(response.body, client.signal),
    discard: () => response.body.destroy(),
  }
}

async function* bytesOf(body: AsyncIterable<Buffer>, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    throw exchangeFailure(error, signal)
  }
}
