import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { counted, type StorageRequest, send } from '../send.ts'
import { exchangeFailure } from '../storage-error.ts'
import { HEADERS_TIMEOUT_MS } from '../time-limits.ts'
import { versionQuery } from './of-version.ts'
import { type RawResponse, rawDownload } from './raw-download.ts'
import { signedGet } from './raw-head.ts'

/** Request headers that select a range or make the request conditional. */
export interface GetObjectConditions {
  range?: string
  'if-match'?: string
  'if-none-match'?: string
  'if-modified-since'?: string
  'if-unmodified-since'?: string
}

/** Each raw download holds 1 MiB of buffers; beyond this number, downloads go through the pool, which uses less memory. */
const MAX_RAW_DOWNLOADS = 32

/** 200, 206 for a range, 304 if the caller's copy is still current. Exactly one of `sendTo` and `discard` must be called. */
export type GetObjectResponse = RawResponse

/**
 * The bytes of an object.
 * @throws StorageError `NoSuchKey`, `NoSuchBucket`, `InvalidRange`, `PreconditionFailed`
 */
export async function getObject(
  client: StorageClient,
  bucket: string,
  key: string,
  options: { versionId?: string; conditions?: GetObjectConditions } = {},
): Promise<GetObjectResponse> {
  const request: StorageRequest = {
    method: 'GET',
    path: objectPath(bucket, key),
    query: versionQuery(options),
    ...(options.conditions && { headers: { ...options.conditions } }),
  }
  return (await rawResponse(client, request)) ?? (await pooledResponse(client, request))
}

async function rawResponse(client: StorageClient, request: StorageRequest): Promise<RawResponse | undefined> {
  const { endpoint, signal } = client
  const { url: address, isVirtualHosted, rawDownloads } = endpoint
  if (address.protocol !== 'http:' || isVirtualHosted || rawDownloads >= MAX_RAW_DOWNLOADS) return undefined
  const { url, headers } = signedGet(client, request)
  endpoint.rawDownloads++
  const onClosed = () => {
    endpoint.rawDownloads--
  }
  const { lookup } = endpoint
  const download = rawDownload({ url, headers, signal, lookup, headTimeoutMs: HEADERS_TIMEOUT_MS, onClosed })
  return await counted(client, request, download)
}

async function pooledResponse(client: StorageClient, request: StorageRequest): Promise<GetObjectResponse> {
  const response = await send(client, request)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(response.headers)) {
    if (typeof value === 'string') headers[name] = value
  }
  return {
    status: response.statusCode,
    headers,
    async sendTo(destination: Writable) {
      try {
        await pipeline(response.body, destination)
      } catch (error) {
        throw exchangeFailure(error, client.signal)
      }
    },
    discard: () => response.body.destroy(),
  }
}
