import { ROW, versionKeyParts, versionsPrefix } from '../index/keys.ts'
import type { IndexEntry } from '../index/ordered-index.ts'
import { decodeRow, type MarkerRow, type ObjectRow } from '../index/rows.ts'
import { currentVersion, isMarker, isObject, type ObjectVersion, type Version, versionIdOf } from './versions.ts'

/** A version with content, as read from an index row. */
export interface StoredVersion {
  bucket: string
  key: string
  versionId: string
  size: number
  /** Key of its content row; absent for an empty object. */
  content?: string
  /** The sealed key of encrypted bytes. */
  sealedKey?: string
}

/** Reads an `o` or `v` row; undefined for a delete marker. */
export function storedVersion({ key: rowKey, value }: IndexEntry): StoredVersion | undefined {
  const row = decodeRow<ObjectRow | MarkerRow>(value)
  if (isMarker(row)) return undefined
  const cut = rowKey.indexOf(0)
  const bucket = rowKey.toString('utf8', 1, cut)
  if (rowKey.toString('latin1', 0, 1) === ROW.object) {
    return described(bucket, rowKey.toString('utf8', cut + 1), currentVersion(row))
  }
  const { key, order } = versionKeyParts(rowKey, versionsPrefix(bucket).length)
  return described(bucket, key.toString(), { row, order, isCurrent: false })
}

/** The content key of a version; undefined if it is empty. */
export function contentOf(version: Version | undefined): string | undefined {
  return version && isObject(version) ? version.row.d : undefined
}

function described(bucket: string, key: string, version: ObjectVersion): StoredVersion {
  const { s: size, d: content, k: sealedKey } = version.row
  return {
    bucket,
    key,
    versionId: versionIdOf(version),
    size,
    ...(content === undefined ? {} : { content }),
    ...(sealedKey === undefined ? {} : { sealedKey }),
  }
}
