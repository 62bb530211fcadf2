/** What a job on the server works on: selected rows one by one, or what the list of the folder shows where these are too many. */
import { type FolderContents, SELECTION_LIMIT } from '@cooperage/contract'
import type { CopyUnit } from './copy/copy-work.ts'
import { type Entry, isFolder } from './entry.ts'

interface ListedRows {
  rows: readonly Pick<Entry, 'key'>[]
  /** Whether the list is the whole folder, or all matches of a search at any depth. */
  isComplete: boolean
  /** The search in the list. */
  search: string
  /** The search at any depth; '' for the folder itself. */
  deep: string
}

/** How a job finds a large selection by itself: undefined if it isn't all of the list, or no list that a job can repeat. */
export function selectedContents(selected: ReadonlySet<string>, listed: ListedRows): FolderContents | undefined {
  const { rows, isComplete, search, deep } = listed
  if (rows.length <= SELECTION_LIMIT || !isComplete || selected.size !== rows.length) return undefined
  if (deep !== '' && search !== '') return undefined
  if (!rows.every(({ key }) => selected.has(key))) return undefined
  return deep === '' ? { search, deep: false } : { search: deep, deep: true }
}

/** The folder that shows the entries, and its contents if all of them are selected. */
export interface Shown {
  prefix: string
  contents?: FolderContents | undefined
}

export function jobPaths(entries: readonly Pick<Entry, 'key'>[], { prefix, contents }: Shown) {
  if (contents !== undefined && entries.length > SELECTION_LIMIT) return [{ path: prefix, recursive: true, contents }]
  return entries.map(({ key }) => ({ path: key, recursive: isFolder({ key }) }))
}

export function jobUnits(units: readonly CopyUnit[], folder: string, { prefix, contents }: Shown) {
  if (contents !== undefined && units.length > SELECTION_LIMIT) return [{ source: prefix, target: folder, contents }]
  return [...units]
}
