import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'
import { COMMIT_TIMEOUT_MS, etagOf } from './put-object.ts'

/** A precondition of a write: there is no object of that name. */
export const IF_ABSENT = { 'if-none-match': '*' }

/**
 * Like `putObject`, for bytes that are in memory: their SHA-256 is in the signature, and they can be sent again.
 * @throws StorageError as `putObject`; `PreconditionFailed` of a condition in `headers`
 */
export async function putSmallObject(
  client: StorageClient,
  bucket: string,
  key: string,
  content: Uint8Array,
  headers: Record<string, string>,
): Promise<string> {
  const response = await sendForNothing(client, {
    method: 'PUT',
    path: objectPath(bucket, key),
    headers,
    body: content,
    headersTimeoutMs: COMMIT_TIMEOUT_MS,
  })
  return etagOf(response)
}
