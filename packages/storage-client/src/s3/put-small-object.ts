import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { send, sendForNothing } from '../send.ts'
import { StorageError } from '../storage-error.ts'
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

/**
 * Whether the server honors {@link IF_ABSENT}. Some ignore it, older releases of MinIO among them, so each server is probed once, at
 * an object that exists: with a digest that isn't that of the body, so that a server that ignores the condition stores nothing
 * either.
 * @throws StorageError if the server can't be reached
 */
export async function honorsIfAbsent(client: StorageClient, bucket: string, key: string): Promise<boolean> {
  const { endpoint } = client
  if (endpoint.honorsIfAbsent !== undefined) return endpoint.honorsIfAbsent
  try {
    const headers = { ...IF_ABSENT, 'content-md5': Buffer.alloc(16).toString('base64') }
    await send(client, { method: 'PUT', path: objectPath(bucket, key), headers, body: 'probe' })
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
    endpoint.honorsIfAbsent = error.code === 'PreconditionFailed'
  }
  return endpoint.honorsIfAbsent ?? false
}
