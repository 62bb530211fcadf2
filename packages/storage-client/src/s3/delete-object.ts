import { objectPath } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { sendForNothing } from '../send.ts'
import { bypassHeader, type OfVersion, versionQuery } from './of-version.ts'

/** How objects and versions are deleted. */
export interface DeleteOptions {
  /** Also what governance retention keeps, for whoever has the permission. */
  bypassGovernance?: boolean
}

/** Deleting what is not there succeeds. @throws StorageError `NoSuchBucket` */
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
