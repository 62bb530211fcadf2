import { createHash } from 'node:crypto'
import { objectPath, parseTagging, writeTagging } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { tagging: '' }

/** @throws StorageError */
export async function getBucketTags(client: StorageClient, bucket: string): Promise<Record<string, string>> {
  const text = await undefinedIfMissing(
    'NoSuchTagSet',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY }),
  )
  return text === undefined ? {} : parsed(() => parseTagging(text, 'bucket'))
}

/** Replaces all tags. @throws StorageError */
export async function putBucketTags(
  client: StorageClient,
  bucket: string,
  tags: Record<string, string>,
): Promise<void> {
  const path = objectPath(bucket)
  if (Object.keys(tags).length === 0) {
    await sendForNothing(client, { method: 'DELETE', path, query: QUERY })
    return
  }
  const body = writeTagging(tags)
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  await sendForNothing(client, { method: 'PUT', path, query: QUERY, headers, body })
}
