import { listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendAdminForJson, sendAdminForNothing } from './send-admin.ts'

const PATH = '/minio/kms/v1'

async function readJson(client: StorageClient, call: string, query: Record<string, string> = {}): Promise<unknown> {
  return await sendAdminForJson(client, { method: 'GET', path: `${PATH}/${call}`, query })
}

export interface KmsStatus {
  /** `MinIO builtin` for the key in the server's environment. */
  name: string
  /** '' if the server doesn't say. */
  defaultKey: string
  endpoints: { endpoint: string; state: string }[]
}

/** Needs kms:Status. @throws StorageError `NotImplemented` without a KMS */
export async function kmsStatus(client: StorageClient): Promise<KmsStatus> {
  const status = objectField(await readJson(client, 'status'))
  return {
    name: textField(status, 'name'),
    defaultKey: textField(status, 'default-key-id'),
    endpoints: Object.entries(objectField(status, 'endpoints')).map(([endpoint, state]) => ({
      endpoint,
      state: typeof state === 'string' ? state : '',
    })),
  }
}

/** Needs kms:Version. @throws StorageError `NotImplemented` without a KMS */
export async function kmsVersion(client: StorageClient): Promise<string> {
  return textField(objectField(await readJson(client, 'version')), 'version')
}

export interface KmsMetrics {
  succeeded: number
  refused: number
  failed: number
  /** Requests that took up to so many milliseconds, in ascending order. */
  latencies: { upToMs: number; count: number }[]
}

/** Requests to the KMS since the server was started; needs kms:Metrics. @throws StorageError `NotImplemented` without a KMS */
export async function kmsMetrics(client: StorageClient): Promise<KmsMetrics> {
  const metrics = objectField(await readJson(client, 'metrics'))
  const times = objectField(metrics, 'kms_resp_time')
  return {
    succeeded: numberField(metrics, 'kms_req_success'),
    refused: numberField(metrics, 'kms_req_error'),
    failed: numberField(metrics, 'kms_req_failure'),
    latencies: Object.keys(times)
      .map((nanoseconds) => ({ upToMs: Number(nanoseconds) / 1e6, count: numberField(times, nanoseconds) }))
      .filter(({ upToMs }) => upToMs > 0)
      .sort((a, b) => a.upToMs - b.upToMs),
  }
}

/** Needs kms:API. @throws StorageError `InternalError` from a built-in KMS, `NotImplemented` without one */
export async function kmsApis(client: StorageClient): Promise<{ method: string; path: string }[]> {
  return listField({ apis: await readJson(client, 'apis') }, 'apis').map((entry) => {
    const api = objectField(entry)
    // The type of MinIO's client has no names for JSON.
    return {
      method: textField(api, 'Method') || textField(api, 'method'),
      path: textField(api, 'Path') || textField(api, 'path'),
    }
  })
}

export interface KmsKey {
  name: string
  /** Milliseconds since the epoch, 0 if the KMS doesn't say. */
  createdAt: number
  createdBy: string
}

/** The keys that match a pattern; needs kms:ListKeys on each. @throws StorageError `NotImplemented` without a KMS */
export async function findKmsKeys(client: StorageClient, pattern: string): Promise<KmsKey[]> {
  return listField({ keys: await readJson(client, 'key/list', { pattern }) }, 'keys')
    .map((entry) => {
      const key = objectField(entry)
      return {
        name: textField(key, 'name'),
        createdAt: Math.max(0, Date.parse(textField(key, 'createdAt')) || 0),
        createdBy: textField(key, 'createdBy'),
      }
    })
    .filter(({ name }) => name !== '')
}

/** Needs kms:CreateKey on it. @throws StorageError `InternalError` from a built-in KMS, or with the words of another one */
export async function createKmsKey(client: StorageClient, key: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'POST', path: `${PATH}/key/create`, query: { 'key-id': key } })
}

/** Needs kms:ImportKey. @throws StorageError `BadRequest` from a server without this call */
export async function importKmsKey(client: StorageClient, key: string, bytes: Uint8Array): Promise<void> {
  await sendAdminForNothing(client, {
    method: 'POST',
    path: `${PATH}/key/import`,
    query: { 'key-id': key },
    body: bytes,
  })
}

/** Needs kms:DeleteKey. @throws StorageError `BadRequest` from a server without this call */
export async function deleteKmsKey(client: StorageClient, key: string): Promise<void> {
  await sendAdminForNothing(client, { method: 'DELETE', path: `${PATH}/key/delete`, query: { 'key-id': key } })
}

/** Has the KMS encrypt and decrypt with a key; needs kms:KeyStatus on it. @throws StorageError `NotImplemented` without a KMS */
export async function testKmsKey(
  client: StorageClient,
  key: string,
): Promise<{ encryptionError: string; decryptionError: string }> {
  const status = objectField(await readJson(client, 'key/status', { 'key-id': key }))
  return {
    encryptionError: textField(status, 'encryption-error'),
    decryptionError: textField(status, 'decryption-error'),
  }
}
