/**
 * What MinIO adds to each entry of a listing asked for with `metadata=true`: headers and user metadata as elements of their
 * names, tags, and how the object is spread over drives.
 */
import { element } from '../xml/writer.ts'

export interface ListedMetadata {
  /** By name as in headers: `content-type`, `x-amz-meta-…`; undefined when the caller may not read the object. */
  headers?: Record<string, string>
  /** In the form of the header `x-amz-tagging`; undefined when the caller may not read them. */
  tags?: string
}

/** One drive holds the whole object. */
const ONE_DRIVE = '<Internal><K>1</K><M>0</M></Internal>'

export function writeListedMetadata({ headers, tags }: ListedMetadata): string {
  const userTags = tags ? element('UserTags', tags) : ''
  if (headers === undefined) return userTags
  const fields = Object.entries(headers).flatMap(([name, value]) => {
    const tag = elementName(name)
    // A header may be called what no element can be; it is seen on the object itself.
    return /^[A-Za-z][\w.-]*$/.test(tag) ? [element(tag, value)] : []
  })
  return `<UserMetadata>${fields.join('')}</UserMetadata>${userTags}${ONE_DRIVE}`
}

/** MinIO writes user metadata as Go writes headers, and the other headers in small letters. */
function elementName(name: string): string {
  if (!name.startsWith('x-amz-meta-')) return name
  return name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase())
}

/** Collects what `writeListedMetadata` wrote, element by element as a reader meets them. */
export function addMetadata(metadata: ListedMetadata, element: string, text: string): void {
  metadata.headers = { ...metadata.headers, [element.toLowerCase()]: text }
}
