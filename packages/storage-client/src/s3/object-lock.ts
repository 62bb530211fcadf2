import { createHash } from 'node:crypto'
import { type DefaultRetention, objectPath, parseObjectLock, writeObjectLock } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const QUERY = { 'object-lock': '' }

/** What a bucket's lock says; undefined for a bucket whose versions cannot be locked. @throws StorageError */
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
 * Sets what new versions get, nothing without `retention`. What is kept already stays so.
 * @throws StorageError `InvalidBucketState` for a bucket that was made without lock
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
