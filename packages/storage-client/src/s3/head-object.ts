import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'

/** Asks whether an object is there and may be read. @throws StorageError `NoSuchKey`, `NoSuchBucket`, `AccessDenied` */
export async function headObject(
  client: StorageClient,
  bucket: string,
  key: string,
  options: { versionId?: string } = {},
): Promise<void> {
  await sendForNothing(client, {
    method: 'HEAD',
    path: objectPath(bucket, key),
    ...(options.versionId !== undefined && { query: { versionId: options.versionId } }),
  })
}
