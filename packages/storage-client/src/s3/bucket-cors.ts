import { createHash } from 'node:crypto'
import { type CorsRule, objectPath, parseCors, writeCors } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { StorageError } from '../storage-error.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { cors: '' }

/** The CORS rules of a bucket; empty if none were ever set. @throws StorageError */
export async function getBucketCors(client: StorageClient, bucket: string): Promise<CorsRule[]> {
  const text = await undefinedIfMissing(
    'NoSuchCORSConfiguration',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY }),
  )
  return text === undefined ? [] : parsed(() => parseCors(text)).rules
}

/** Replaces all rules. @throws StorageError `NotImplemented` by MinIO, which has a single setting for all buckets */
export async function putBucketCors(client: StorageClient, bucket: string, rules: CorsRule[]): Promise<void> {
  const path = objectPath(bucket)
  if (rules.length === 0) {
    await sendForNothing(client, { method: 'DELETE', path, query: QUERY })
    return
  }
  await put(client, path, writeCors({ rules }))
}

/**
 * Whether the server supports rules per bucket. MinIO reports "no rules" on read and rejects every write, so this writes a
 * document without rules, which servers with support reject as invalid. Only call it for buckets without rules, where
 * nothing can be lost. @throws StorageError
 */
export async function supportsBucketCors(client: StorageClient, bucket: string): Promise<boolean> {
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
