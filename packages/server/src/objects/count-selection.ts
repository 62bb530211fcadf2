import type { countObjects, RouteBody, RouteResponse } from '@cooperage/contract'
import { listObjectVersionsPage, type StorageClient } from '@cooperage/storage-client'
import type { ListVersionsPage } from '@cooperage/wire'
import { isRetriedByNextCall, PART_MS } from '../shared/parts.ts'
import { withStorageErrors } from '../shared/storage-errors.ts'
import { keysBelow, prefixOf, type Selected, type SelectionWork, walkSelection } from './selection.ts'

/** Single objects needn't be asked for: one that is missing is done at once. */
const IN_BATCH = 10_000
/** Most objects have fewer versions, and thousands of other keys may start with the same characters. */
const FEW = 16

interface Counted extends Selected {
  isObject: boolean
}

/** One call: starts at `after`, runs for some seconds, and returns what it counted and where the next call resumes. */
export async function countSelection(
  storage: StorageClient,
  bucket: string,
  { paths, allVersions }: { paths: RouteBody<typeof countObjects>; allVersions: boolean },
  after: string,
  signal: AbortSignal,
): Promise<RouteResponse<typeof countObjects>> {
  // How many versions an object has is in a listing, as for a folder.
  const selection = paths.map((row) => ({ ...row, isObject: !row.recursive, recursive: row.recursive || allVersions }))
  const counts = allVersions ? versionPages : keyPages
  let count = 0
  const work: SelectionWork<Counted> = {
    inBatch: IN_BATCH,
    async onObjects(rows) {
      count += rows.length
    },
    async *below(row, from) {
      for await (const page of counts(storage, bucket, row, from)) {
        count += page.count
        if (page.upTo !== undefined) yield page.upTo
      }
    },
    fail() {
      count += 1
    },
  }
  const end = performance.now() + PART_MS
  let next: string | undefined = after
  try {
    for await (next of walkSelection(selection, after, work)) {
      if (performance.now() > end) return { count, ...(next !== undefined && { next }) }
    }
    return { count }
  } catch (error) {
    if (next === after || next === undefined || !isRetriedByNextCall(error, signal)) throw error
    return { count, next }
  }
}

/** How many a page has, and where the next one begins; undefined for the last one. */
type Page = { count: number; upTo: string | undefined }

async function* keyPages(
  storage: StorageClient,
  bucket: string,
  { path }: Counted,
  after: string,
): AsyncGenerator<Page> {
  for await (const { keys } of keysBelow(storage, bucket, path, after)) {
    yield { count: keys.length, upTo: keys.at(-1) }
  }
}

/**
 * The versions and delete markers of an object, or of all below a folder. The position is inside of a key, so that one with more
 * versions than a call can list is counted too: a version, a space, and its key.
 */
async function* versionPages(
  storage: StorageClient,
  bucket: string,
  { path, isObject }: Counted,
  after: string,
): AsyncGenerator<Page> {
  const prefix = isObject ? path : prefixOf(path)
  const subject = { action: 's3:ListBucketVersions', bucket, key: prefix, feature: 'versions of objects' } as const
  for (let upTo: string | undefined = after; upTo !== undefined; ) {
    const space = upTo.indexOf(' ')
    const query = {
      prefix,
      keyMarker: upTo.slice(space + 1),
      versionIdMarker: decodeURIComponent(upTo.slice(0, Math.max(0, space))),
      ...(isObject && upTo === '' && { maxKeys: FEW }),
    }
    const page: ListVersionsPage = await withStorageErrors(subject, listObjectVersionsPage(storage, bucket, query))
    const { versions, isTruncated, nextKeyMarker, nextVersionIdMarker = '' } = page
    // In byte order the key itself comes before all keys that merely start with it.
    const counted = isObject ? versions.filter(({ key }) => key === path) : versions
    const isMore = isTruncated && nextKeyMarker !== undefined && counted.length === versions.length
    upTo = isMore ? `${encodeURIComponent(nextVersionIdMarker)} ${nextKeyMarker}` : undefined
    yield { count: counted.length, upTo }
  }
}
