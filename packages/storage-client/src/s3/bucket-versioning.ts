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
 * @throws StorageError `NotImplemented` on a server without versioning, `InvalidBucketState` if object lock or replication
 * requires versioning, `IllegalVersioningConfigurationException` for exclusions that the server rejects
 */
export async function putBucketVersioning(
  client: StorageClient,
  bucket: string,
  configuration: VersioningConfiguration,
): Promise<void> {
  const body = writeVersioning(configuration)
  await sendForNothing(client, { method: 'PUT', path: objectPath(bucket), query: QUERY, body })
}
