import { createListObjectsV2Reader, type ListObjectsV2Page, objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, send } from '../send.ts'
import { exchangeFailure } from '../storage-error.ts'

export interface ListObjectsQuery {
  prefix: string
  /** Without one, all keys with the prefix are listed. */
  delimiter?: string
  /** Entries after this key or folder, in byte order. */
  startAfter?: string
  /** Continues after the page that returned this token. */
  continuationToken?: string
  /** Objects and folders together, at most and by default 1000. */
  maxKeys?: number
}

/** Time limit for reading a whole page. */
const PAGE_TIMEOUT_MS = 9_000

/** One page, parsed while it arrives. @throws StorageError */
export async function listObjectsPage(
  client: StorageClient,
  bucket: string,
  query: ListObjectsQuery,
): Promise<ListObjectsV2Page> {
  const deadline = AbortSignal.timeout(PAGE_TIMEOUT_MS)
  const signal = client.signal === undefined ? deadline : AbortSignal.any([client.signal, deadline])
  const response = await send(
    { ...client, signal },
    {
      method: 'GET',
      path: objectPath(bucket),
      query: {
        'list-type': '2',
        'encoding-type': 'url',
        prefix: query.prefix,
        ...(query.delimiter !== undefined && { delimiter: query.delimiter }),
        ...(query.startAfter && { 'start-after': query.startAfter }),
        ...(query.continuationToken !== undefined && { 'continuation-token': query.continuationToken }),
        ...(query.maxKeys !== undefined && { 'max-keys': String(query.maxKeys) }),
      },
    },
  )
  const reader = createListObjectsV2Reader()
  try {
    for await (const chunk of response.body) parsed(() => reader.write(chunk))
  } catch (error) {
    throw exchangeFailure(error, signal)
  }
  return parsed(() => reader.end())
}

/** How much longer each page is than the previous one, after a short first page. */
const PAGE_GROWTH = 8
const MAX_KEYS = 1000

/**
 * All pages; the next one is requested while the caller processes the current one. `firstMaxKeys` is for callers that have
 * to begin soon: a short page arrives earlier. The next ones grow, so that each arrives before the previous one is processed.
 * @throws StorageError
 */
export async function* listObjects(
  client: StorageClient,
  bucket: string,
  { firstMaxKeys, ...query }: Omit<ListObjectsQuery, 'continuationToken'> & { firstMaxKeys?: number },
): AsyncGenerator<ListObjectsV2Page> {
  let maxKeys = firstMaxKeys
  const sized = () => (maxKeys === undefined ? query : { ...query, maxKeys })
  let page = await listObjectsPage(client, bucket, sized())
  while (page.isTruncated && page.nextContinuationToken !== undefined) {
    const { nextContinuationToken } = page
    if (maxKeys !== undefined) maxKeys = Math.min(maxKeys * PAGE_GROWTH, query.maxKeys ?? MAX_KEYS)
    const { startAfter: _, ...rest } = sized()
    const next = listObjectsPage(client, bucket, { ...rest, continuationToken: nextContinuationToken })
    // A failure surfaces at the await below, unless the caller stops before it.
    next.catch(() => {})
    yield page
    page = await next
  }
  yield page
}
