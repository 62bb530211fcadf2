import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'

/** Deleting what is not there succeeds. @throws StorageError `NoSuchBucket` */
export async function deleteObject(
  client: StorageClient,
  bucket: string,
  key: string,
  options: { versionId?: string } = {},
): Promise<void> {
  const query = options.versionId === undefined ? {} : { query: { versionId: options.versionId } }
  await sendForNothing(client, { method: 'DELETE', path: objectPath(bucket, key), ...query })
}
