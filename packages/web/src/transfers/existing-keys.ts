import { LIST_PAGE_LIMIT, listObjects, numberedName, type ObjectEntry } from '@cooperage/contract'
import { call } from '../shared/api/call.ts'

interface KeysPage {
  objects: readonly ObjectEntry[]
  isLast: boolean
}

/** Keys below a prefix, recursively, in byte order after `after`. */
export type FetchKeys = (prefix: string, after: string, limit: number) => Promise<KeysPage>

/**
 * Which of the keys are existing objects. A page of the listing decides all keys in its range, so that files for a new folder
 * need one call, and ranges between the keys are skipped.
 */
export async function existingKeys(keys: readonly string[], fetchKeys: FetchKeys): Promise<Map<string, ObjectEntry>> {
  const wanted = [...new Set(keys)].sort(compareCodePoints)
  const isWanted = new Set(wanted)
  const found = new Map<string, ObjectEntry>()
  const prefix = commonPrefix(wanted[0] ?? '', wanted.at(-1) ?? '')
  let at = 0
  while (at < wanted.length) {
    const key = wanted[at] ?? ''
    // Everything that starts with the key except its last character sorts after that.
    const page = await fetchKeys(prefix, key.slice(0, lastCharacterAt(key)), LIST_PAGE_LIMIT)
    for (const object of page.objects) if (isWanted.has(object.name)) found.set(object.name, object)
    const last = page.objects.at(-1)?.name
    if (page.isLast || last === undefined) return found
    const before = at
    while (at < wanted.length && compareCodePoints(wanted[at] ?? '', last) <= 0) at++
    if (at > before) continue
    // A whole page sorts before this one key: list it by its name.
    const exact = await fetchKeys(key, '', 1)
    const [object] = exact.objects
    if (object?.name === key) found.set(key, object)
    at++
  }
  return found
}

/** Lists keys of a bucket with the paged call. */
export function keysOf(bucket: string): FetchKeys {
  return async (prefix, after, limit) => {
    const query = { prefix, recursive: true, limit, ...(after === '' ? {} : { after }) }
    const { objects, next } = await call(listObjects, { params: { bucket }, query })
    return { objects, isLast: next === undefined }
  }
}

/** A free name: 'photo (1).jpg'. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const candidate = numberedName(name, number)
    if (!isTaken(candidate)) return candidate
  }
}

/** That of the first and the last of sorted keys is the one of all. */
function commonPrefix(first: string, last: string): string {
  let length = 0
  while (length < first.length && first[length] === last[length]) length++
  // Half of a surrogate pair isn't valid text.
  return first.slice(0, length).isWellFormed() ? first.slice(0, length) : first.slice(0, length - 1)
}

function lastCharacterAt(key: string): number {
  const at = key.length - 1
  return key.slice(0, at).isWellFormed() ? at : at - 1
}

/** The order of listings, which is that of UTF-8: by code points, while strings compare by UTF-16 units. */
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (x !== y) return orderOf(x) - orderOf(y)
  }
  return a.length - b.length
}

/** Surrogates represent characters above all others. */
function orderOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
