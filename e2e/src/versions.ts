/** Buckets with versioned objects, and the versions of one key at the storage. */
import { createLockedBucket, texts, uniqueName } from '@cooperage/testkit'
import type { StorageProcess } from './storage-process.ts'

const ENABLED = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'

/** An empty bucket with versioning. */
export async function versionedBucket(storage: StorageProcess): Promise<string> {
  const bucket = uniqueName('versions')
  await storage.request({ method: 'PUT', bucket })
  await storage.request({ method: 'PUT', bucket, query: { versioning: '' }, body: ENABLED })
  return bucket
}

/** An empty bucket with object lock. */
export async function lockedBucket(storage: StorageProcess): Promise<string> {
  const bucket = uniqueName('locked')
  await createLockedBucket(storage.request, bucket)
  return bucket
}

/** Stores a version, and returns its ID. */
export async function putVersion(
  storage: StorageProcess,
  bucket: string,
  key: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await storage.request({ method: 'PUT', bucket, key, body, headers })
  return response.headers['x-amz-version-id'] ?? ''
}

/** The IDs of a key's versions and delete markers, the newest first within each kind. */
export async function versionsOf(storage: StorageProcess, bucket: string, key: string): Promise<string[]> {
  const { text } = await storage.request({ method: 'GET', bucket, query: { versions: '', prefix: key } })
  return texts(text, 'VersionId')
}

/** The value for a date and time field, in the time zone of this machine, which is the browser's. */
export function fieldText(time: number): string {
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
