import { plainName } from '../../shared/text/visible-name.ts'
import { folderOf } from '../entry.ts'

/** An object as the address of its page names it. */
export interface ObjectRef {
  bucket: string
  /** Full key within the bucket. */
  key: string
  /** '' for the latest, `null` for one from before versioning. */
  versionId: string
}

/** The name of the object in its folder. */
export function nameOf({ key }: ObjectRef): string {
  return key.slice(folderOf(key).length)
}

/** The same for texts without elements. */
export function shortName(object: ObjectRef): string {
  return plainName(nameOf(object))
}

/** The parameters that address the version in a call. */
export function addressOf({ bucket, key, versionId }: ObjectRef) {
  return { params: { bucket }, query: { prefix: key, ...(versionId !== '' && { version_id: versionId }) } }
}

/** Whether the version has its own id: unversioned objects have the id `null` (spec object-browser 2). */
export function isRealVersion(versionId: string): boolean {
  return versionId !== '' && versionId !== 'null'
}
