import { s3Error } from './errors.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Absent, empty, `null` or a UUID. */
export function isVersionId(versionId: string | null): boolean {
  return versionId === null || versionId === '' || versionId === 'null' || UUID.test(versionId)
}

/**
 * Whether a `versionId` names the one version that an object of this engine has: `null`, or nothing. A well-formed id of
 * another version is false.
 * @throws WireError InvalidArgument
 */
export function isOnlyVersion(versionId: string | null): boolean {
  if (!isVersionId(versionId)) throw s3Error('InvalidArgument', 'Invalid version id specified')
  return versionId === null || versionId === '' || versionId === 'null'
}
