import { nameFilter, type ObjectEntry } from '@cooperage/contract'
import { folderPath, objectPath } from '../navigation/paths/objects.ts'
import { plainName } from '../shared/text/visible-name.ts'

/** A row of a folder: an object, or a folder if its key ends with a slash. Kept small, since there can be a million. */
export interface Entry {
  /** Full key within the bucket. */
  key: string
  /** Bytes; 0 for a folder. */
  size: number
  /** ISO 8601; '' for a folder. */
  modified: string
}

export function isFolder(entry: Pick<Entry, 'key'>): boolean {
  return entry.key.endsWith('/')
}

/** The page of a row. */
export function entryPath(bucket: string, { key }: Pick<Entry, 'key'>): string {
  return isFolder({ key }) ? folderPath(bucket, key) : objectPath(bucket, key)
}

/** The name of a row in its folder: the key without the folder's prefix, and without a folder's final slash. */
export function leafName(key: string, prefix: string): string {
  return key.slice(prefix.length, key.endsWith('/') ? -1 : undefined)
}

/** The path of a folder with its bucket, for texts. */
export function placeOf(bucket: string, prefix: string): string {
  return plainName(prefix === '' ? bucket : `${bucket}/${prefix.slice(0, -1)}`)
}

/** The rows of one response. A folder's own placeholder object is the folder itself, not something in it. */
export function entriesOf(objects: readonly ObjectEntry[], prefix: string): Entry[] {
  return objects
    .filter((object) => object.name !== prefix)
    .map((object) => ({ key: object.name, size: object.size, modified: object.last_modified }))
}

export interface Crumb {
  name: string
  /** The prefix of the folder: '' for the bucket. */
  prefix: string
}

/** The folders from the bucket to a prefix, including both. */
export function crumbsOf(bucket: string, prefix: string): Crumb[] {
  const crumbs: Crumb[] = [{ name: bucket, prefix: '' }]
  for (let at = prefix.indexOf('/'); at >= 0; at = prefix.indexOf('/', at + 1)) {
    const above = crumbs.at(-1)?.prefix ?? ''
    crumbs.push({ name: prefix.slice(above.length, at), prefix: prefix.slice(0, at + 1) })
  }
  return crumbs
}

/** The folder of an object: everything up to the last slash of its key. */
export function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1)
}

/** Whether a key or a folder above it, up to `prefix`, is one of the given ones. */
export function isWithin(key: string, prefix: string, matches: (key: string) => boolean): boolean {
  if (matches(key)) return true
  for (let at = key.indexOf('/', prefix.length); at >= 0; at = key.indexOf('/', at + 1)) {
    if (matches(key.slice(0, at + 1))) return true
  }
  return false
}

/** Without the rows inside a folder that is among them too. */
export function outermost(keys: readonly string[], prefix: string): string[] {
  const folders = new Set(keys.filter((key) => key.endsWith('/')))
  return keys.filter((key) => !isWithin(key, prefix, (one) => one !== key && folders.has(one)))
}

/** Rows whose name contains the text, ignoring case. */
export function filterEntries<E extends Entry>(entries: readonly E[], prefix: string, search: string): readonly E[] {
  if (search === '') return entries
  const isWanted = nameFilter(search)
  return entries.filter((entry) => isWanted(leafName(entry.key, prefix)))
}

/**
 * The folder that a typed path means within another; undefined if it is empty. Spaces around it and slashes at its ends are
 * typing errors, those inside are kept.
 */
export function folderPrefix(within: string, typed: string): string | undefined {
  const path = typed.trim().replace(/^\/+|\/+$/g, '')
  return path === '' ? undefined : `${within}${path}/`
}
