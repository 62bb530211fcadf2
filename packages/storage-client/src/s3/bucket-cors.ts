import { createHash } from 'node:crypto'
import { type CorsRule, objectPath, parseCors, writeCors } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { cors: '' }

/** Who may use a bucket from pages of other origins; no rules where nothing was ever set. @throws StorageError */
export async function getBucketCors(client: StorageClient, bucket: string): Promise<CorsRule[]> {
  const text = await undefinedIfMissing(
    'NoSuchCORSConfiguration',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY }),
  )
  return text === undefined ? [] : parsed(() => parseCors(text)).rules
}

/** Replaces all rules. @throws StorageError `NotImplemented` by MinIO, which has one setting for all buckets */
export async function putBucketCors(client: StorageClient, bucket: string, rules: CorsRule[]): Promise<void> {
  const path = objectPath(bucket)
  if (rules.length === 0) {
    await sendForNothing(client, { method: 'DELETE', path, query: QUERY })
    return
  }
  await put(client, path, writeCors({ rules }))
}

/**
 * Whether the server keeps rules for single buckets. MinIO answers "no rules" to who reads them, and only a writer learns
 * that it takes none: so it is offered a document without rules, which who takes them refuses, too.
 * To be asked about buckets without rules, where there is nothing to lose. @throws StorageError
 */
export async function takesBucketCors(client: StorageClient, bucket: string): Promise<boolean> {
  try {
    await put(client, objectPath(bucket), writeCors({ rules: [] }))
    return true
  } catch (error) {
    if (!(error instanceof StorageError) || error.kind !== 'refused') throw error
    return error.code !== 'NotImplemented'
  }
}

async function put(client: StorageClient, path: string, body: string): Promise<void> {
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  await sendForNothing(client, { method: 'PUT', path, query: QUERY, headers, body })
}
