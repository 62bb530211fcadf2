import { AppError, getObjectDetails, type ObjectDetails } from '@cooperage/contract'
import {
  getObjectLegalHold,
  getObjectRetention,
  getObjectTags,
  headObject,
  type StorageClient,
  StorageError,
} from '@cooperage/storage-client'
import { validBucketName } from '../buckets/index.ts'
import type { Registry } from '../shared/feature.ts'
import { withObjectErrors } from '../shared/object-errors.ts'
import { partOf } from '../shared/part-of.ts'
import { headDetails, markerDetails } from './object-headers.ts'
import { retentionModeOf } from './versions/list-versions.ts'
import { versionsOfKey } from './versions/versions-of-key.ts'

export function detailsRoute({ routes }: Registry): void {
  routes.withSession(getObjectDetails, async ({ params, query, storage }) => {
    const bucket = validBucketName(params.bucket)
    const { prefix: key, version_id: versionId } = query
    const head = await headOrMarker(storage, bucket, key, versionId)
    if (typeof head === 'string') {
      return markerDetails(key, head, await timeOfMarker(storage, bucket, key, head))
    }
    const details = headDetails(key, head)
    // The other calls name the version that the headers are of, even if a newer one exists by now.
    const version = { versionId: details.version_id || versionId }
    const [legal_hold, retention, tags] = await Promise.all([
      readHold(storage, bucket, key, version),
      readRetention(storage, bucket, key, version),
      readTags(storage, bucket, key, version),
    ])
    return { ...details, legal_hold, retention, tags }
  })
}

/** The headers of a version, or the id of the delete marker in its place. */
async function headOrMarker(
  storage: StorageClient,
  bucket: string,
  key: string,
  versionId: string | undefined,
): Promise<Record<string, string> | string> {
  const call = headObject(storage, bucket, key, { versionId })
  try {
    return await call
  } catch (error) {
    if (error instanceof StorageError && error.deleteMarker !== undefined) return error.deleteMarker
    const action = versionId ? 's3:GetObjectVersion' : 's3:GetObject'
    return await withObjectErrors({ action, bucket, key }, call)
  }
}

/** Servers report the time of a delete marker only in listings. */
async function timeOfMarker(storage: StorageClient, bucket: string, key: string, versionId: string): Promise<string> {
  try {
    for await (const versions of versionsOfKey(storage, bucket, key)) {
      const found = versions.find((version) => version.versionId === versionId)
      if (found !== undefined) return new Date(found.lastModified).toISOString()
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
  }
  return ''
}

type Version = { versionId: string | undefined }

async function readHold(storage: StorageClient, bucket: string, key: string, version: Version) {
  const subject = { action: 's3:GetObjectLegalHold', bucket, key, feature: 'object locking' } as const
  const [isOn, unread] = await partOf(withObjectErrors(subject, getObjectLegalHold(storage, bucket, key, version)))
  return { status: isOn === undefined ? ('' as const) : isOn ? ('ON' as const) : ('OFF' as const), unread }
}

async function readRetention(
  storage: StorageClient,
  bucket: string,
  key: string,
  version: Version,
): Promise<ObjectDetails['retention']> {
  const subject = { action: 's3:GetObjectRetention', bucket, key, feature: 'object locking' } as const
  const [retention, unread] = await partOf(withObjectErrors(subject, getObjectRetention(storage, bucket, key, version)))
  const until = retention === undefined ? '' : new Date(retention.until).toISOString()
  return { mode: retentionModeOf(retention?.mode), until, unread }
}

async function readTags(storage: StorageClient, bucket: string, key: string, version: Version) {
  const action = version.versionId ? 's3:GetObjectVersionTagging' : 's3:GetObjectTagging'
  const [values, unread] = await partOf(
    withObjectErrors({ action, bucket, key, feature: 'tags of objects' }, getObjectTags(storage, bucket, key, version)),
  )
  return { values: values ?? {}, unread }
}
