import { AppError, contentsFilter, type FolderContents } from '@cooperage/contract'
import { listObjectsPage, type StorageClient } from '@cooperage/storage-client'
import type { ListedObject } from '@cooperage/wire'
import { prefixOf, type Selected } from '../../objects/index.ts'
import { inParallel } from '../../shared/in-parallel.ts'
import { objectFailureOf } from '../../shared/object-errors.ts'
import { withStorageErrors } from '../../shared/storage-errors.ts'
import type { Counted } from '../count-ahead.ts'
import type { ItemFailure } from '../job-kind.ts'

/** Single objects of a page, and how many of them are looked up concurrently. */
const OBJECTS = 200
const AT_ONCE = 8

/** A row of a job: with `contents`, only what a list of the folder shows. */
export interface Row extends Selected {
  contents?: FolderContents | undefined
}

/** How the items of a row are found. */
export interface Lookup<Item> {
  /** The items of one object; none if it doesn't exist. */
  ofObject(path: string): Promise<Item[]>
  /** Some items below a folder after the key `after`, and the last key if there may be more. */
  below(path: string, after: string): Promise<{ items: Item[]; last: string | undefined }>
}

export interface Planned<Item> {
  /** With the number of their row. */
  items: { row: number; item: Item }[]
  next: string | undefined
  failures: ItemFailure[]
}

/**
 * The next items of a selection. The position is the number of the row, a colon, and the last key in a folder. What can't be
 * listed is one failure like others: the rest is still done.
 */
export async function planSelection<Item extends { key: string }>(
  rows: readonly Row[],
  position: string,
  lookup: Lookup<Item>,
): Promise<Planned<Item>> {
  const { at, after } = placeOf(position)
  const planned: Planned<Item> = { items: [], next: undefined, failures: [] }
  const nextRow = (row: number) => (row < rows.length ? `${row}:` : undefined)
  const first = rows[at]
  if (first === undefined) return planned
  if (first.recursive) {
    const found = await unlessDenied(planned, first, lookup.below(first.path, after))
    const { path, contents } = first
    const isShown = contents === undefined ? () => true : contentsFilter(contents)
    planned.items = (found?.items ?? [])
      .filter(({ key }) => isShown(key.slice(path.length)))
      .map((item) => ({ row: at, item }))
    planned.next = found?.last === undefined ? nextRow(at + 1) : `${at}:${found.last}`
    return planned
  }
  const folder = rows.findIndex(({ recursive }, row) => row > at && recursive)
  const end = Math.min(folder < 0 ? rows.length : folder, at + OBJECTS)
  const found = new Map<number, Item[]>()
  await inParallel([...rows.keys()].slice(at, end), AT_ONCE, async (row) => {
    const one = rows[row] ?? first
    found.set(row, (await unlessDenied(planned, one, lookup.ofObject(one.path))) ?? [])
  })
  for (let row = at; row < end; row++) for (const item of found.get(row) ?? []) planned.items.push({ row, item })
  planned.next = nextRow(end)
  return planned
}

/**
 * How many objects a selection has from `position` to the next listing of a folder, with what couldn't be listed. A single object
 * is one, without a request: as in a selection without folders, it may turn out not to exist.
 */
export async function countObjects<Item extends { key: string }>(
  rows: readonly Row[],
  position: string,
  lookup: Lookup<Item>,
): Promise<Counted> {
  const { at } = placeOf(position)
  const folder = rows.findIndex(({ recursive }, row) => row >= at && recursive)
  if (folder < 0) return { count: rows.length - at, next: undefined }
  const { items, failures, next } = await planSelection(rows, folder > at ? `${folder}:` : position, lookup)
  return { count: folder - at + items.length + failures.length, next }
}

/**
 * The same where an object may have any number of items. Only their listing says how many, so that single objects are counted
 * only beside folders, and no more of them than a page has.
 */
export async function countVersions<Item extends { key: string }>(
  rows: readonly Row[],
  position: string,
  lookup: Lookup<Item>,
  isCounted: (item: Item) => boolean = () => true,
): Promise<Counted | undefined> {
  const single = rows.filter(({ recursive }) => !recursive).length
  if (single === rows.length || single > OBJECTS) return undefined
  const { items, failures, next } = await planSelection(rows, position, lookup)
  return { count: items.filter(({ item }) => isCounted(item)).length + failures.length, next }
}

/** The row of a position, and the last key in its folder. */
function placeOf(position: string): { at: number; after: string } {
  const colon = position.indexOf(':')
  return { at: Number(position.slice(0, Math.max(0, colon))), after: position.slice(colon + 1) }
}

async function unlessDenied<T>(
  { failures }: Planned<unknown>,
  { path, recursive }: Selected,
  finding: Promise<T>,
): Promise<T | undefined> {
  try {
    return await finding
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'AccessDenied') throw error
    failures.push({ ...objectFailureOf(path, error), recursive })
    return undefined
  }
}

/** Looks up current objects. */
export function currentObjects(storage: StorageClient, bucket: string): Lookup<ListedObject> {
  const list = (prefix: string, more: { startAfter?: string; maxKeys?: number }) =>
    withStorageErrors(
      { action: 's3:ListBucket', bucket, key: prefix },
      listObjectsPage(storage, bucket, { prefix, ...more }),
    )
  return {
    // The headers of an object need another permission than its listing.
    async ofObject(path) {
      const { objects } = await list(path, { maxKeys: 1 })
      return objects.filter(({ key }) => key === path)
    },
    async below(path, after) {
      const { objects, isTruncated } = await list(prefixOf(path), { startAfter: after })
      return { items: objects, last: isTruncated ? objects.at(-1)?.key : undefined }
    },
  }
}
