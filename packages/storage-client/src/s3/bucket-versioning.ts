import { objectPath, parseVersioning, type VersioningConfiguration, writeVersioning } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { parsed, sendForNothing, sendForText } from '../send.ts'

const QUERY = { versioning: '' }

/** @throws StorageError */
export async function getBucketVersioning(client: StorageClient, bucket: string): Promise<VersioningConfiguration> {
  const text = await sendForText(client, { method: 'GET', path: objectPath(bucket), query: QUERY })
  return parsed(() => parseVersioning(text))
}

/**
 * @throws StorageError `NotImplemented` on a server that keeps no versions, `InvalidBucketState` where locking or replication
 * need versions, `IllegalVersioningConfigurationException` for exclusions that it does not take
 */
export async function putBucketVersioning(
  client: StorageClient,
  bucket: string,
  configuration: VersioningConfiguration,
): Promise<void> {
  const body = writeVersioning(configuration)
  await sendForNothing(client, { method: 'PUT', path: objectPath(bucket), query: QUERY, body })
}
