import type { Readable } from 'node:stream'
import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { send } from '../send.ts'

/** Request headers that choose a part of an object or make the answer conditional. */
export interface GetObjectConditions {
  range?: string
  'if-match'?: string
  'if-none-match'?: string
  'if-modified-since'?: string
  'if-unmodified-since'?: string
  'if-range'?: string
}

export interface GetObjectAnswer {
  /** 200, 206 for a range, 304 when the caller's copy is still right. */
  status: number
  headers: Record<string, string>
  body: Readable
}

/**
 * The bytes of an object. The body must be read or destroyed.
 * @throws StorageError `NoSuchKey`, `NoSuchBucket`, `InvalidRange`, `PreconditionFailed`
 */
export async function getObject(
  client: StorageClient,
  bucket: string,
  key: string,
  options: { versionId?: string; conditions?: GetObjectConditions } = {},
): Promise<GetObjectAnswer> {
  const response = await send(client, {
    method: 'GET',
    path: objectPath(bucket, key),
    ...(options.versionId !== undefined && { query: { versionId: options.versionId } }),
    ...(options.conditions && { headers: { ...options.conditions } }),
  })
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (typeof value === 'string') headers[name] = value
  }
  return { status: response.statusCode, headers, body: response.body }
}
