import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'
import { bypassHeader, type OfVersion, versionQuery } from './of-version.ts'

export interface DeleteOptions {
  /** Also deletes versions under governance retention; needs s3:BypassGovernanceRetention. */
  bypassGovernance?: boolean
}

/** Deleting a missing object succeeds. @throws StorageError `NoSuchBucket` */
export async function deleteObject(
  client: StorageClient,
  bucket: string,
  key: string,
  { versionId, bypassGovernance }: OfVersion & DeleteOptions = {},
): Promise<void> {
  await sendForNothing(client, {
    method: 'DELETE',
    path: objectPath(bucket, key),
    query: versionQuery({ versionId }),
    headers: bypassHeader(bypassGovernance),
  })
}
