/** Version ids in requests and responses. */
import { NULL_VERSION, type ObjectRecord } from '../store/store.ts'
import { s3Error } from './errors.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** UUIDs are stored in lower case and found in any, but `null` has only this spelling. */
export function canonicalVersion(versionId: string): string {
  const lower = versionId.toLowerCase()
  return lower === NULL_VERSION ? versionId : lower
}

/** `null` or a lowercase UUID. */
export function isVersionId(versionId: string): boolean {
  return versionId === NULL_VERSION || UUID.test(versionId)
}

/**
 * The version requested by `versionId` in the query; undefined for the latest.
 * @throws WireError InvalidArgument
 */
export function requestedVersion(query: URLSearchParams): string | undefined {
  const text = query.get('versionId')?.trim()
  if (text === undefined) return undefined
  const versionId = canonicalVersion(text)
  rejectEmptyVersion(versionId)
  if (!isVersionId(versionId)) throw s3Error('InvalidArgument', 'Invalid version id specified')
  return versionId
}

/**
 * As in AWS an empty version isn't the latest, so that a request that lacks the one it was meant for doesn't delete or copy
 * another.
 * @throws WireError InvalidArgument
 */
export function rejectEmptyVersion(versionId: string): void {
  if (versionId === '') throw s3Error('InvalidArgument', 'Version id cannot be the empty string')
}

/** Responses don't name the null version. */
export function versionHeader({ versionId }: Pick<ObjectRecord, 'versionId'>): Record<string, string> {
  return versionId === NULL_VERSION ? {} : { 'x-amz-version-id': versionId }
}

/** Identifies a delete marker in the response. */
export function markerHeaders({ versionId }: ObjectRecord): Record<string, string> {
  return { 'x-amz-delete-marker': 'true', 'x-amz-version-id': versionId }
}

/**
 * Delete markers can't be read. An object whose latest version is a delete marker counts as missing.
 * @throws WireError NoSuchKey, or MethodNotAllowed when the marker itself was requested
 */
export function rejectDeleteMarker(record: ObjectRecord, requested: string | undefined): void {
  if (!record.isDeleteMarker) return
  const headers = markerHeaders(record)
  if (requested === undefined) throw s3Error('NoSuchKey', undefined, { headers })
  const lastModified = new Date(record.lastModified).toUTCString()
  throw s3Error('MethodNotAllowed', undefined, {
    headers: { ...headers, allow: 'DELETE', 'last-modified': lastModified },
  })
}
