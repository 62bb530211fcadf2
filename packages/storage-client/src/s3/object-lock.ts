import { createHash } from 'node:crypto'
import { type DefaultRetention, objectPath, parseObjectLock, writeObjectLock } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { 'object-lock': '' }

/** The object lock configuration of a bucket; undefined for a bucket without object lock. @throws StorageError */
export async function getObjectLock(
  client: StorageClient,
  bucket: string,
): Promise<{ defaultRetention?: DefaultRetention } | undefined> {
  const text = await undefinedIfMissing(
    'ObjectLockConfigurationNotFoundError',
    sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY }),
  )
  return text === undefined ? undefined : parsed(() => parseObjectLock(text))
}

/**
 * Sets the default retention of new versions, or none without `retention`. Existing versions keep theirs.
 * @throws StorageError `InvalidBucketState` for a bucket created without object lock
 */
export async function putObjectLock(
  client: StorageClient,
  bucket: string,
  retention: DefaultRetention | undefined,
): Promise<void> {
  const body = writeObjectLock(retention === undefined ? {} : { defaultRetention: retention })
  await sendForNothing(client, {
    method: 'PUT',
    path: objectPath(bucket),
    query: QUERY,
    headers: { 'content-md5': createHash('md5').update(body).digest('base64') },
    body,
  })
}
