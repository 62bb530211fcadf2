import type { RewoundEntry } from '@cooperage/contract'
import { listObjectVersions, type StorageClient } from '@cooperage/storage-client'
import type { ListedVersion, ListVersionsPage } from '@cooperage/wire'
import { inParallel } from '../../shared/in-parallel.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import { compareBytes } from '../list-entries.ts'
import { folderAt } from './folder-at.ts'

/** Folders that are checked concurrently; each batch of them is sent as soon as it is known. */
const FOLDERS_AT_ONCE = 8
const FOLDERS_IN_BATCH = 64

interface RewindQuery {
  prefix: string
  /** Milliseconds since the epoch. */
  at: number
  /** A key or folder: the listing starts after it. */
  after: string
}

export interface RewoundBatch {
  entries: RewoundEntry[]
  /** The last key or folder that was handled, whether or not it existed at the time. */
  through: string
}

type Row = { folder: string } | { versions: ListedVersion[] }

/** What existed below a prefix at a time, in the order of the names, derived from the versions that exist now. */
export async function* rewoundEntries(
  storage: StorageClient,
  bucket: string,
  { prefix, at, after }: RewindQuery,
): AsyncGenerator<RewoundBatch> {
  const entryOf = async (row: Row): Promise<RewoundEntry | undefined> => {
    if ('versions' in row) return versionAt(row.versions, at)
    const state = await folderAt(storage, bucket, row.folder, at)
    return state === 'absent' ? undefined : folderEntry(row.folder, state === 'deleted')
  }
  for await (const rows of batches(storage, bucket, prefix, after)) {
    const found = new Map<Row, RewoundEntry>()
    await inParallel(rows, FOLDERS_AT_ONCE, async (row) => {
      const entry = await entryOf(row)
      if (entry !== undefined && entry.name !== prefix) found.set(row, entry)
    })
    const last = rows.at(-1)
    if (last === undefined) continue
    yield {
      entries: rows.flatMap((row) => found.get(row) ?? []),
      through: 'folder' in last ? last.folder : (last.versions[0]?.key ?? ''),
    }
  }
}

/** Folders, and keys with all their versions: a key is complete once another name or the end follows. */
async function* batches(storage: StorageClient, bucket: string, prefix: string, after: string): AsyncGenerator<Row[]> {
  let open: ListedVersion[] = []
  const pages = listObjectVersions(storage, bucket, { prefix, delimiter: '/', keyMarker: after })
  for (;;) {
    const page = await withStorageErrors({ action: 's3:ListBucketVersions', bucket, key: prefix }, pages.next())
    if (page.done) break
    let rows: Row[] = []
    for (const item of inOrder(page.value)) {
      if (typeof item !== 'string' && item.key === open[0]?.key) {
        open.push(item)
        continue
      }
      if (open.length > 0) rows.push({ versions: open })
      open = []
      if (typeof item !== 'string') open = [item]
      else rows.push({ folder: item })
      if (rows.length >= FOLDERS_IN_BATCH) {
        yield rows
        rows = []
      }
    }
    if (rows.length > 0) yield rows
  }
  if (open.length > 0) yield [{ versions: open }]
}

/** Versions and folders in the order of their names; a document lists one kind after the other. */
function* inOrder({ versions, commonPrefixes }: ListVersionsPage): Generator<ListedVersion | string> {
  let at = 0
  for (const version of versions) {
    for (; at < commonPrefixes.length; at++) {
      const folder = commonPrefixes[at] ?? ''
      if (compareBytes(folder, version.key) > 0) break
      yield folder
    }
    yield version
  }
  yield* commonPrefixes.slice(at)
}

/** The newest version that isn't newer than the given time. */
function versionAt(versions: readonly ListedVersion[], at: number): RewoundEntry | undefined {
  const version = versions.find(({ lastModified }) => lastModified <= at)
  if (version === undefined) return undefined
  return {
    name: version.key,
    size: version.size,
    last_modified: new Date(version.lastModified).toISOString(),
    etag: version.etag,
    version_id: version.versionId,
    is_latest: version.isLatest,
    delete_flag: version.isDeleteMarker,
  }
}

function folderEntry(name: string, isDeleted: boolean): RewoundEntry {
  return { name, size: 0, last_modified: '', etag: '', version_id: '', is_latest: false, delete_flag: isDeleted }
}
