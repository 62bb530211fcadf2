import { objectPath, writeVersioning } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'

/** @throws StorageError `NotImplemented` on a server that keeps no versions */
export async function putBucketVersioning(
  client: StorageClient,
  bucket: string,
  status: 'Enabled' | 'Suspended',
): Promise<void> {
  const body = writeVersioning({ status })
  await sendForNothing(client, { method: 'PUT', path: objectPath(bucket), query: { versioning: '' }, body })
}
