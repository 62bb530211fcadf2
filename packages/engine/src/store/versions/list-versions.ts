import { requireBucket } from '../index/bucket-rows.ts'
import {
  behind,
  objectKey,
  objectsPrefix,
  versionKey,
  versionKeyParts,
  versionsOfKey,
  versionsPrefix,
} from '../index/keys.ts'
import type { IndexEntry, IndexReader } from '../index/ordered-index.ts'
import { decodeRow, type MarkerRow, type ObjectRow } from '../index/rows.ts'
import { isOrder } from '../index/version-order.ts'
import type { ListEntry, ListVersionsPage, ListVersionsQuery } from '../store.ts'
import type { StoreContext } from '../store-context.ts'
import { commonPrefixEnd, isBefore } from './list-objects.ts'
import {
  currentObject,
  currentVersion,
  findVersion,
  isLatest,
  type Version,
  versionIdOf,
  versionRecord,
} from './versions.ts'

/**
 * One page of the versions of all keys: a merged scan over `o` and `v` rows that seeks past common prefixes in both.
 */
export function listVersions(
  { index }: Pick<StoreContext, 'index'>,
  bucket: string,
  query: ListVersionsQuery,
): ListVersionsPage {
  requireBucket(index, bucket)
  // A zero byte ends a key in the index, so no key contains one.
  if (query.limit === 0 || query.prefix.includes('\0')) return { entries: [] }
  const delimiter = query.delimiter ? Buffer.from(query.delimiter) : undefined
  const prefixEnd = Buffer.byteLength(query.prefix)

  const entries: ListEntry[] = []
  let next: ListVersionsPage['next']
  let position: Position | undefined = firstPosition(index, bucket, query)
  while (position) {
    const from: Position = position
    position = undefined
    let previousKey: string | undefined
    for (const { key: keyBytes, version } of versionsFrom(index, bucket, from, query.prefix)) {
      const cut = commonPrefixEnd(keyBytes, delimiter, prefixEnd)
      const name = keyBytes.toString('utf8', 0, cut)
      if (cut !== undefined && isBefore(name, query.after?.key)) {
        position = behindPrefix(bucket, name)
        break
      }
      if (next && entries.length === query.limit) return { entries, next }
      if (cut !== undefined) {
        entries.push({ kind: 'prefix', prefix: name })
        next = { key: name }
        position = behindPrefix(bucket, name)
        break
      }
      const isFirst = previousKey !== name
      // A scan that resumed within the versions of a key hasn't seen the earlier ones.
      const latest = isFirst && (name !== query.after?.key || isLatest(index, bucket, name, version))
      entries.push({ kind: 'object', record: versionRecord(bucket, name, version, latest) })
      next = { key: name, versionId: versionIdOf(version) }
      previousKey = name
    }
  }
  return { entries }
}

/** Where to continue in the `o` rows and in the `v` rows. */
interface Position {
  objects: Buffer
  versions: Buffer
}

function behindPrefix(bucket: string, prefix: string): Position {
  return { objects: behind(objectKey(bucket, prefix)), versions: behind(allVersionsOf(bucket, prefix)) }
}

/** The prefix of the `v` rows of all keys with this prefix. */
const allVersionsOf = (bucket: string, prefix: string) => Buffer.concat([versionsPrefix(bucket), Buffer.from(prefix)])

function firstPosition(index: IndexReader, bucket: string, { prefix, after }: ListVersionsQuery): Position {
  const start = { objects: objectKey(bucket, prefix), versions: allVersionsOf(bucket, prefix) }
  if (!after) return start
  const resume = resumeAfter(index, bucket, after.key, after.versionId)
  return {
    objects: Buffer.compare(resume.objects, start.objects) > 0 ? resume.objects : start.objects,
    versions: Buffer.compare(resume.versions, start.versions) > 0 ? resume.versions : start.versions,
  }
}

const ZERO = Buffer.from([0])

/** The order of a null version that was removed in between is unknown, so the versions of its key are listed again. */
function resumeAfter(index: IndexReader, bucket: string, key: string, versionId: string | undefined): Position {
  const objects = objectKey(bucket, key)
  const behindObject = Buffer.concat([objects, ZERO])
  if (versionId === undefined) return { objects: behindObject, versions: behind(versionsOfKey(bucket, key)) }
  const order = findVersion(index, bucket, key, versionId)?.order ?? (isOrder(versionId) ? versionId : undefined)
  if (order === undefined) return { objects, versions: versionsOfKey(bucket, key) }
  // The next version may have become the latest if the ones before it were deleted.
  const current = currentObject(index, bucket, key)
  const isNext = current !== undefined && current.order < order
  return { objects: isNext ? objects : behindObject, versions: Buffer.concat([versionKey(bucket, key, order), ZERO]) }
}

/** Versions in listing order, read lazily: for each key the `o` row, then its `v` rows. */
function* versionsFrom(
  index: IndexReader,
  bucket: string,
  from: Position,
  prefix: string,
): Iterable<{ key: Buffer; version: Version }> {
  const ends = behindPrefix(bucket, prefix)
  const objects = new Cursor(index.range(from.objects, ends.objects))
  const below = new Cursor(index.range(from.versions, ends.versions))
  const namesFrom = objectsPrefix(bucket).length
  try {
    while (true) {
      const object = objects.entry
      const version = below.entry && versionKeyParts(below.entry.key, namesFrom)
      const objectName = object?.key.subarray(namesFrom)
      if (object && objectName && (!version || Buffer.compare(objectName, version.key) <= 0)) {
        yield { key: objectName, version: currentVersion(decodeRow<ObjectRow>(object.value)) }
        objects.advance()
      } else if (version && below.entry) {
        const row = decodeRow<ObjectRow | MarkerRow>(below.entry.value)
        yield { key: version.key, version: { row, order: version.order, isCurrent: false } }
        below.advance()
      } else return
    }
  } finally {
    objects.close()
    below.close()
  }
}

/** A range of the index with one entry of lookahead. */
class Cursor {
  entry: IndexEntry | undefined
  readonly #entries: Iterator<IndexEntry>

  constructor(range: Iterable<IndexEntry>) {
    this.#entries = range[Symbol.iterator]()
    this.advance()
  }

  advance(): void {
    const { done, value } = this.#entries.next()
    this.entry = done ? undefined : value
  }

  close(): void {
    this.#entries.return?.()
  }
}
