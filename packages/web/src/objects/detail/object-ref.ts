import { plainName } from '../../shared/text/visible-name.ts'
import { folderOf } from '../entry.ts'

/** An object as its page addresses it. */
export interface ObjectRef {
  bucket: string
  /** Full key within the bucket. */
  key: string
  /** '' for the latest, `null` for one from before versioning. */
  versionId: string
}

/** What the object is called in its folder. */
export function nameOf({ key }: ObjectRef): string {
  return key.slice(folderOf(key).length)
}

/** The same for sentences that can hold no elements. */
export function shortName(object: ObjectRef): string {
  return plainName(nameOf(object))
}

/** Where a call finds the version. */
export function addressed({ bucket, key, versionId }: ObjectRef) {
  return { params: { bucket }, query: { prefix: key, ...(versionId !== '' && { version_id: versionId }) } }
}

/** Whether a version can be told from others: what was stored without versioning has the id `null` (spec object-browser 2). */
export function isRealVersion(versionId: string): boolean {
  return versionId !== '' && versionId !== 'null'
}
