/**
 * Reads a large JSON object entry by entry, without blocking other requests: the files of an IAM archive have tens of megabytes,
 * which `JSON.parse` would read in one piece.
 */
import { forEachYielding } from '../for-each-yielding.ts'
import { JsonBodyError, readJsonObject } from './json-body.ts'

interface JsonEntriesLimits {
  maxEntries: number
  /** Of one entry: its name, its value and what is between them. */
  maxEntryBytes: number
}

/** The entries of the object, the last of those with the same name. @throws JsonBodyError */
export async function readJsonEntries(bytes: Buffer, limits: JsonEntriesLimits): Promise<[string, unknown][]> {
  const entries = new Map<string, unknown>()
  await forEachYielding(splitObject(bytes, limits), (text) => {
    if (text === undefined) return
    for (const [name, value] of Object.entries(readJsonObject(Buffer.from(`{${text}}`)))) entries.set(name, value)
    if (entries.size > limits.maxEntries) throw new JsonBodyError(`it has more than ${limits.maxEntries} entries`)
  })
  return [...entries]
}

const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Buffer.from('"\\,{}[]')
const BLANKS: ReadonlySet<number | undefined> = new Set(Buffer.from(' \t\r\n'))
/** Bytes that are scanned at a time. */
const SLICE = 64 * 1024

/** The texts of the entries, which are parsed later; `undefined` from time to time, so that the caller can yield. */
function* splitObject(bytes: Buffer, { maxEntryBytes }: JsonEntriesLimits): Generator<string | undefined> {
  let at = skipBlanks(bytes, 0)
  if (bytes[at] !== OPEN) throw new JsonBodyError('it must be an object')
  let start = ++at
  let [depth, isText, hasEntry] = [1, false, false]
  for (; depth > 0; at++) {
    if (at === bytes.length) throw new JsonBodyError('it ends within the object')
    if (at - start > maxEntryBytes) throw new JsonBodyError(`an entry is longer than ${maxEntryBytes} bytes`)
    if (at % SLICE === 0) yield undefined
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
      continue
    }
    if (byte === QUOTE) isText = true
    else if (byte === OPEN || byte === OPEN_LIST) depth++
    else if (byte === CLOSE || byte === CLOSE_LIST) depth--
    const isEnd = depth === 0
    if (!isEnd && !(depth === 1 && byte === COMMA)) continue
    const text = bytes.toString('utf8', start, at)
    // Only an object without entries has an empty one.
    if (text.trim() === '' && (hasEntry || !isEnd)) throw new JsonBodyError('an entry is missing')
    hasEntry = true
    start = at + 1
    yield text
  }
  if (bytes[at - 1] !== CLOSE) throw new JsonBodyError('the object ends with ]')
  if (skipBlanks(bytes, at) < bytes.length) throw new JsonBodyError('something follows the object')
}

function skipBlanks(bytes: Buffer, from: number): number {
  let at = from
  while (BLANKS.has(bytes[at])) at++
  return at
}
