import { objectPath, parseVersioning, type VersioningConfiguration, writeVersioning } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { readText } from '../read-whole.ts'
import { parsed, send, sendForNothing } from '../send.ts'

const QUERY = { versioning: '' }
/** The name that the embedded engine reports; it rejects exclusions. */
const ENGINE = 'Cooperage'

export interface BucketVersioning extends VersioningConfiguration {
  /** Whether the server can exclude prefixes and folders from versioning. */
  canExclude: boolean
}

/** @throws StorageError */
export async function getBucketVersioning(client: StorageClient, bucket: string): Promise<BucketVersioning> {
  const response = await send(client, { method: 'GET', path: objectPath(bucket), query: QUERY })
  const text = await readText(response, client.signal)
  return { ...parsed(() => parseVersioning(text)), canExclude: response.headers.server !== ENGINE }
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
