import { createHash } from 'node:crypto'
import { objectPath, parseTagging, writeTagging } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { type OfVersion, versionQuery } from './of-version.ts'

/** @throws StorageError */
export async function getObjectTags(
  client: StorageClient,
  bucket: string,
  key: string,
  version: OfVersion = {},
): Promise<Record<string, string>> {
  const query = { tagging: '', ...versionQuery(version) }
  const text = await sendForText(client, { method: 'GET', path: objectPath(bucket, key), query })
  return parsed(() => parseTagging(text, 'object'))
}

/** Replaces all tags. @throws StorageError */
export async function putObjectTags(
  client: StorageClient,
  bucket: string,
  key: string,
  tags: Record<string, string>,
  version: OfVersion = {},
): Promise<void> {
  const path = objectPath(bucket, key)
  const query = { tagging: '', ...versionQuery(version) }
  if (Object.keys(tags).length === 0) {
    await sendForNothing(client, { method: 'DELETE', path, query })
    return
  }
  const body = writeTagging(tags)
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
  await sendForNothing(client, { method: 'PUT', path, query, headers, body })
}
