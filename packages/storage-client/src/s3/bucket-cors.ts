import { createHash } from 'node:crypto'
import { type CorsRule, objectPath, parseCors, writeCors } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'

const QUERY = { cors: '' }

/** The CORS rules of a bucket, and whether the server has rules per bucket. */
export interface BucketCors {
  rules: CorsRule[]
  isOffered: boolean
}

/**
 * MinIO reports "no rules" on read and rejects every write, so its name decides until a write has shown better: reading a
 * bucket must not write to it. @throws StorageError
 */
export async function getBucketCors(client: StorageClient, bucket: string): Promise<BucketCors> {
  try {
    const text = await sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY })
    return { rules: parsed(() => parseCors(text)).rules, isOffered: true }
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'NoSuchCORSConfiguration') throw error
    return { rules: [], isOffered: client.endpoint.hasBucketCors ?? error.server !== 'MinIO' }
  }
}

/** Replaces all rules. @throws StorageError `NotImplemented` by MinIO, which has a single setting for all buckets */
export async function putBucketCors(client: StorageClient, bucket: string, rules: CorsRule[]): Promise<void> {
  const { endpoint } = client
  const path = objectPath(bucket)
  try {
    if (rules.length === 0) await sendForNothing(client, { method: 'DELETE', path, query: QUERY })
    else await put(client, path, writeCors({ rules }))
    endpoint.hasBucketCors = true
  } catch (error) {
    if (error instanceof StorageError && error.code === 'NotImplemented') endpoint.hasBucketCors = false
    throw error
  }
}

async function put(client: StorageClient, path: string, body: string): Promise<void> {
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  await sendForNothing(client, { method: 'PUT', path, query: QUERY, headers, body })
}
