/**
 * Like the functions of `send.ts`, for MinIO's admin API, whose paths begin with `/minio/`: on a server without it they would
 * name objects of a bucket `minio`, and a call could store one. So nothing is sent there.
 */
import type { StorageClient, UnsignedClient } from '../client.ts'
import { type StorageRequest, type StorageResponse, send, sendForNothing, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'

/** @throws StorageError `NotImplemented` from a server without an admin API */
export async function sendAdmin(
  client: StorageClient | UnsignedClient,
  request: StorageRequest,
): Promise<StorageResponse> {
  await requireAdmin(client)
  return await send(client, request)
}

/** @throws StorageError `NotImplemented` from a server without an admin API */
export async function sendAdminForText(
  client: StorageClient | UnsignedClient,
  request: StorageRequest,
): Promise<string> {
  await requireAdmin(client)
  return await sendForText(client, request)
}

/** @throws StorageError `NotImplemented` from a server without an admin API */
export async function sendAdminForNothing(
  client: StorageClient | UnsignedClient,
  request: StorageRequest,
): Promise<StorageResponse> {
  await requireAdmin(client)
  return await sendForNothing(client, request)
}

async function requireAdmin({ endpoint }: UnsignedClient): Promise<void> {
  const { kind, product } = await endpoint.profile()
  if (kind !== 's3') return
  throw new StorageError('refused', `${product} has no admin API`, { code: 'NotImplemented', status: 501 })
}
