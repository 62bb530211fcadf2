/** Lookups of the versions of a key: see `keys.ts` for the layout. */
import {
  behind,
  historyKey,
  objectKey,
  versionKey,
  versionKeyParts,
  versionsOfKey,
  versionsPrefix,
} from '../index/keys.ts'
import type { IndexReader } from '../index/ordered-index.ts'
import { decodeRow, type HistoryRow, type MarkerRow, metadataOf, type ObjectRow } from '../index/rows.ts'
import { isOrder, orderAt } from '../index/version-order.ts'
import { NULL_VERSION, type ObjectRecord } from '../store.ts'

/** One version of a key. `isCurrent` means that it has the `o` row. */
export interface Version {
  row: ObjectRow | MarkerRow
  order: string
  isCurrent: boolean
}

export interface ObjectVersion extends Version {
  row: ObjectRow
}

export function isMarker(row: ObjectRow | MarkerRow): row is MarkerRow {
  return 'gone' in row
}

export function isObject(version: Version): version is ObjectVersion {
  return !isMarker(version.row)
}

export function isNullVersion({ row }: Version): boolean {
  return row.z === 1
}

/** The latest version if it is an object. */
export function currentObject(index: IndexReader, bucket: string, key: string): ObjectVersion | undefined {
  const value = index.get(objectKey(bucket, key))
  return value && currentVersion(decodeRow<ObjectRow>(value))
}

export function currentVersion(row: ObjectRow): ObjectVersion {
  return {
    row,
    // Computed lazily, because listings of objects don't need it.
    get order() {
      return row.v ?? orderAt(row.m)
    },
    isCurrent: true,
  }
}

/** The latest version, which may be a delete marker. */
function latestVersion(index: IndexReader, bucket: string, key: string): Version | undefined {
  return currentObject(index, bucket, key) ?? newestBelow(index, bucket, key)
}

/** The newest version with a `v` row, excluding the order `except`. */
export function newestBelow(index: IndexReader, bucket: string, key: string, except?: string): Version | undefined {
  const prefix = versionsOfKey(bucket, key)
  const from = versionsPrefix(bucket).length
  for (const entry of index.range(prefix, behind(prefix))) {
    const { order } = versionKeyParts(entry.key, from)
    if (order !== except) return { row: decodeRow(entry.value), order, isCurrent: false }
  }
  return undefined
}

export function historyOf(index: IndexReader, bucket: string, key: string): HistoryRow | undefined {
  const value = index.get(historyKey(bucket, key))
  return value && decodeRow<HistoryRow>(value)
}

/** The version with this id, or the latest without an id. */
export function findVersion(
  index: IndexReader,
  bucket: string,
  key: string,
  versionId: string | undefined,
): Version | undefined {
  if (versionId === undefined) return latestVersion(index, bucket, key)
  const current = currentObject(index, bucket, key)
  if (current && versionIdOf(current) === versionId) return current
  const order = versionId === NULL_VERSION ? historyOf(index, bucket, key)?.z : versionId
  if (order === undefined || !isOrder(order)) return undefined
  const version = findBelow(index, bucket, key, order)
  // The null version can't be found by its order, because that was never returned as an id.
  return version && versionIdOf(version) === versionId ? version : undefined
}

/** The version with this order, if it has a `v` row. */
export function findBelow(index: IndexReader, bucket: string, key: string, order: string): Version | undefined {
  const value = index.get(versionKey(bucket, key, order))
  return value && { row: decodeRow<ObjectRow | MarkerRow>(value), order, isCurrent: false }
}

export function versionIdOf(version: Version): string {
  return isNullVersion(version) ? NULL_VERSION : version.order
}

export function isLatest(index: IndexReader, bucket: string, key: string, version: Version): boolean {
  return version.isCurrent || latestVersion(index, bucket, key)?.order === version.order
}

const NO_METADATA = { contentType: '', headers: {}, user: {} }

export function versionRecord(bucket: string, key: string, version: Version, isLatest: boolean): ObjectRecord {
  const { row } = version
  const common = { bucket, key, versionId: versionIdOf(version), isLatest, lastModified: row.m }
  if (isMarker(row)) {
    return { ...common, isDeleteMarker: true, size: 0, etag: '', metadata: NO_METADATA, tags: {} }
  }
  return {
    ...common,
    isDeleteMarker: false,
    size: row.s,
    etag: row.e,
    metadata: metadataOf(row.x),
    tags: row.t ?? {},
    ...(row.l ? { lock: row.l } : {}),
    ...(row.c ? { checksums: row.c } : {}),
    ...(row.y ? { encryption: 'AES256' } : {}),
    ...(row.u ? { uploadId: row.u } : {}),
  }
}
