/**
 * What MinIO adds to each entry of a listing with `metadata=true`: headers and user metadata as elements of the same
 * names, tags, and how the object is distributed over drives.
 */
import { element } from '../xml/writer.ts'

export interface ListedMetadata {
  /** By header name: `content-type`, `x-amz-meta-…`; undefined if the caller may not read the object. */
  headers?: Record<string, string>
  /** In the form of the header `x-amz-tagging`; undefined if the caller may not read them. */
  tags?: string
}

/** The whole object is on one drive. */
const ONE_DRIVE = '<Internal><K>1</K><M>0</M></Internal>'

export function writeListedMetadata({ headers, tags }: ListedMetadata): string {
  const userTags = tags ? element('UserTags', tags) : ''
  if (headers === undefined) return userTags
  const fields = Object.entries(headers).flatMap(([name, value]) => {
    const tag = elementName(name)
    // A header name may be invalid as an element name; such a header is only on the object itself.
    return /^[A-Za-z][\w.-]*$/.test(tag) ? [element(tag, value)] : []
  })
  return `<UserMetadata>${fields.join('')}</UserMetadata>${userTags}${ONE_DRIVE}`
}

/** MinIO writes user metadata with Go's header capitalization, and the other headers in lower case. */
function elementName(name: string): string {
  if (!name.startsWith('x-amz-meta-')) return name
  return name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
}

/** Collects what `writeListedMetadata` wrote, element by element. */
export function addMetadata(metadata: ListedMetadata, element: string, text: string): void {
  metadata.headers = { ...metadata.headers, [element.toLowerCase()]: text }
}
