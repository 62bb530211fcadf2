import {
  AdminPayloadError,
  decryptAdminPayload,
  encryptAdminPayload,
  type JsonObject,
  objectField,
} from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, type StorageRequest } from '../send.ts'
import { exchangeFailure, StorageError } from '../storage-error.ts'
import { sendAdmin } from './send-admin.ts'

/**
 * Sends an admin call whose response is a JSON object encrypted with the caller's secret key.
 * @throws StorageError
 */
export async function sendForSealed(client: StorageClient, request: StorageRequest): Promise<JsonObject> {
  const text = await sendForSealedText(client, request)
  return objectField(parsed(() => JSON.parse(text)))
}

/** Like {@link sendForSealed}, for any text. @throws StorageError */
export async function sendForSealedText(client: StorageClient, request: StorageRequest): Promise<string> {
  const response = await sendAdmin(client, request)
  try {
    const sealed = await response.body.bytes()
    const text = await decryptAdminPayload(client.credentials.secretKey, sealed)
    return text.toString('utf8')
  } catch (error) {
    if (!(error instanceof AdminPayloadError)) throw exchangeFailure(error, client.signal)
    throw new StorageError('unreadable', 'The storage server sent a response that cannot be decrypted', {
      cause: error,
    })
  }
}

/** The body and header of an admin call that servers expect encrypted with the caller's secret key. */
export async function sealedBody(
  client: StorageClient,
  text: string,
): Promise<Pick<StorageRequest, 'headers' | 'body'>> {
  return {
    headers: { 'content-type': 'application/octet-stream' },
    // PBKDF2 (2) spares both sides the 64 MiB of Argon2id; every server reads it.
    body: await encryptAdminPayload(client.credentials.secretKey, Buffer.from(text), { algorithm: 2 }),
  }
}
