/**
 * Tags of objects and buckets: the document, the form in headers and form fields, and the rules for both (S3 user guide,
 * "Object tagging" and "Tag restrictions", with MinIO's characters and errors).
 */

import { WireError } from '../errors.ts'
import { sortedEntries } from '../order.ts'
import { childrenOf, childText, malformedXml, parseXml, type XmlSource } from '../xml/reader.ts'
import { element, XML_DECLARATION } from '../xml/writer.ts'

/** The type of resource determines how many tags it may have. */
export type Tagged = 'object' | 'bucket'

const MAX_TAGS: Record<Tagged, number> = { object: 10, bucket: 50 }
const MAX_KEY_CHARACTERS = 128
const MAX_VALUE_CHARACTERS = 256
const ALLOWED = /^[a-zA-Z0-9+\-._:/@ =]*$/
/** Larger than fifty tags with every character escaped. */
const MAX_DOCUMENT_BYTES = 1024 * 1024

/** @throws WireError MalformedXML, InvalidTag, BadRequest (too many) */
export function parseTagging(source: XmlSource, tagged: Tagged): Record<string, string> {
  const root = parseXml(source, 'Tagging', { maxBytes: MAX_DOCUMENT_BYTES })
  const sets = childrenOf(root, 'TagSet')
  if (sets.length > 1) throw malformedXml(new Error('more than one TagSet'))
  const pairs = sets
    .flatMap((set) => childrenOf(set, 'Tag'))
    .map((tag): [string, string] => [childText(tag, 'Key') ?? '', childText(tag, 'Value') ?? ''])
  return checkedTags(pairs, tagged)
}

/** In key order. Without a namespace, as MinIO writes it. */
export function writeTagging(tags: Record<string, string>): string {
  const inner = sortedEntries(tags).map(([key, value]) => `<Tag>${element('Key', key)}${element('Value', value)}</Tag>`)
  return `${XML_DECLARATION}<Tagging><TagSet>${inner.join('')}</TagSet></Tagging>`
}

/**
 * The tags in `x-amz-tagging`, written like a query; empty for none.
 * @throws WireError InvalidTag, BadRequest (too many), InvalidArgument (malformed)
 */
export function parseTaggingHeader(text: string): Record<string, string> {
  const pairs = text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=')
      return equals < 0 ? [unescaped(pair), ''] : [unescaped(pair.slice(0, equals)), unescaped(pair.slice(equals + 1))]
    })
  return checkedTags(pairs, 'object')
}

/** The inverse, for requests and for policy conditions. */
export function writeTaggingHeader(tags: Record<string, string>): string {
  return new URLSearchParams(sortedEntries(tags)).toString()
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    const message =
      "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates."
    throw new WireError('InvalidArgument', 400, message, { cause })
  }
}

/** A key may be any allowed text, even `__proto__`: so a map first, and then `fromEntries`, which defines properties instead of assigning. */
function checkedTags(pairs: [string, string][], tagged: Tagged): Record<string, string> {
  const tags = new Map<string, string>()
  for (const [key, value] of pairs) {
    if (key === '' || key.length > MAX_KEY_CHARACTERS || !ALLOWED.test(key)) {
      throw invalidTag('The TagKey you have provided is invalid')
    }
    if (value.length > MAX_VALUE_CHARACTERS || !ALLOWED.test(value)) {
      throw invalidTag('The TagValue you have provided is invalid')
    }
    if (tags.has(key)) throw invalidTag('Cannot provide multiple Tags with the same key')
    tags.set(key, value)
  }
  const most = MAX_TAGS[tagged]
  if (tags.size > most) throw new WireError('BadRequest', 400, `Tags cannot be more than ${most}`)
  return Object.fromEntries(tags)
}

function invalidTag(message: string): WireError {
  return new WireError('InvalidTag', 400, message)
}
