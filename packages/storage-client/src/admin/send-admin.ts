/**
 * Like the functions of `send.ts`, for MinIO's admin API, whose paths begin with `/minio/`: on a server without it they would
 * name objects of a bucket `minio`, and a call could store one. So nothing is sent there.
 */
import { type JsonObject, objectField } from '@cooperage/wire'
import type { StorageClient, UnsignedClient } from '../client.ts'
import { parsed, type StorageRequest, type StorageResponse, send, sendForNothing, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { asOfMinio } from './rustfs-refusals.ts'

type Client = StorageClient | UnsignedClient

/** @throws StorageError `NotImplemented` from a server without an admin API */
export function sendAdmin(client: Client, request: StorageRequest): Promise<StorageResponse> {
  return guarded(client, request, () => send(client, request))
}

/** @throws StorageError `NotImplemented` from a server without an admin API */
export function sendAdminForText(client: Client, request: StorageRequest): Promise<string> {
  return guarded(client, request, () => sendForText(client, request))
}

/** The document that the server sends. @throws StorageError `NotImplemented` from a server without an admin API */
export async function sendAdminForJson(client: Client, request: StorageRequest): Promise<unknown> {
  const text = await sendAdminForText(client, request)
  return parsed(() => JSON.parse(text))
}

/** The object that the server sends, empty if it is something else. @throws StorageError as `sendAdminForJson` */
export async function sendAdminForObject(client: Client, request: StorageRequest): Promise<JsonObject> {
  return objectField(await sendAdminForJson(client, request))
}

/** @throws StorageError `NotImplemented` from a server without an admin API */
export function sendAdminForNothing(client: Client, request: StorageRequest): Promise<StorageResponse> {
  return guarded(client, request, () => sendForNothing(client, request))
}

/** Refusals that say that another server may run at this address now: it takes the path for an object, or doesn't know the keys. */
const OF_ANOTHER_SERVER = new Set(['NoSuchBucket', 'NoSuchKey', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'])

async function guarded<T>({ endpoint }: Client, { path }: StorageRequest, call: () => Promise<T>): Promise<T> {
  const { kind, product } = await endpoint.profile()
  // RustFS has MinIO's admin calls, but neither its calls for keys nor its metrics: there, those paths are objects too.
  if (kind === 's3' || (kind === 'rustfs' && !path.startsWith('/minio/admin/'))) {
    throw new StorageError('refused', `${product} has no such admin API`, { code: 'NotImplemented', status: 501 })
  }
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    if (OF_ANOTHER_SERVER.has(error.code)) endpoint.forgetProfile()
    throw kind === 'rustfs' ? asOfMinio(error, path) : error
  }
}
