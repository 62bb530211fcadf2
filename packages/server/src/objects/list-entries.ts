import type { ObjectEntry } from '@cooperage/contract'
import type { ListedObject, ListObjectsV2Page } from '@cooperage/wire'

export function folderEntry(name: string): ObjectEntry {
  return { name, size: 0, last_modified: '', etag: '' }
}

export function objectEntry({ key, size, lastModified, etag }: ListedObject): ObjectEntry {
  return { name: key, size, last_modified: new Date(lastModified).toISOString(), etag }
}

/** Objects and folders merged in the order of their names, so that the next page can follow. */
export function entriesOf({ objects, commonPrefixes }: ListObjectsV2Page): ObjectEntry[] {
  const entries = commonPrefixes.map(folderEntry)
  for (const object of objects) entries.push(objectEntry(object))
  return commonPrefixes.length === 0 ? entries : entries.sort((a, b) => compareBytes(a.name, b.name))
}

/** UTF-16 order differs from byte order above the basic plane, so comparing strings would give a wrong `next`. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
