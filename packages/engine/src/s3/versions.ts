/** Versions of objects: as requests ask for them, and as answers name them. */
import { NULL_VERSION, type ObjectRecord } from '../store/store.ts'
import { s3Error } from './errors.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** `null` or a UUID, in small letters. */
export function isVersionId(versionId: string): boolean {
  return versionId === NULL_VERSION || UUID.test(versionId)
}

/** The version that `versionId` in the query asks for; undefined for the latest. @throws WireError InvalidArgument */
export function requestedVersion(query: URLSearchParams): string | undefined {
  const versionId = query.get('versionId')?.trim().toLowerCase()
  if (!versionId) return undefined
  if (!isVersionId(versionId)) throw s3Error('InvalidArgument', 'Invalid version id specified')
  return versionId
}

/** Answers about an object do not name its null version. */
export function versionHeader({ versionId }: Pick<ObjectRecord, 'versionId'>): Record<string, string> {
  return versionId === NULL_VERSION ? {} : { 'x-amz-version-id': versionId }
}

/**
 * Of a delete marker there is nothing to read: an object whose latest version it is counts as missing.
 * @throws WireError NoSuchKey, or MethodNotAllowed when the marker itself was asked for
 */
export function rejectDeleteMarker(record: ObjectRecord, asked: string | undefined): void {
  if (!record.isDeleteMarker) return
  throw s3Error(asked === undefined ? 'NoSuchKey' : 'MethodNotAllowed', undefined, {
    headers: { 'x-amz-delete-marker': 'true', 'x-amz-version-id': record.versionId },
  })
}
