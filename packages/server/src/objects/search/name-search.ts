/** What a key brings to light: the folders that begin with it, outermost first, and the object. */
export interface Found {
  /** Full keys of folders, which end with a slash. */
  folders: string[]
  isObject: boolean
}

/**
 * Finds names below `prefix` that contain `text`, whatever its case, in keys that come in byte order. There all keys of a
 * folder stand together, so the key before says whether a folder is new; `after` is the key before the first.
 */
export function nameSearch(prefix: string, text: string, after: string): (key: string) => Found {
  const wanted = text.toLowerCase()
  let before = after
  return (key) => {
    const path = key.slice(prefix.length)
    const shared = sharedLength(before, key)
    before = key
    const hits = hitsIn(path.toLowerCase(), wanted)
    const folders: string[] = []
    let isObject = false
    let end = prefix.length
    for (const segment of path.match(/[^/]*\/|[^/]+$/g) ?? []) {
      end += segment.length
      // Some letters have another length in small.
      const isHit = hits(segment.toLowerCase().length)
      if (!segment.endsWith('/')) isObject = isHit
      else if (isHit && end > shared) folders.push(key.slice(0, end))
    }
    return { folders, isObject }
  }
}

/**
 * Walks a text by pieces of some length, and tells of each whether what is wanted ends in it, wherever it begins. Keys may be
 * long and of many pieces, so the text is gone through once for all of them.
 */
function hitsIn(text: string, wanted: string): (length: number) => boolean {
  let start = 0
  let hit = text.indexOf(wanted)
  return (length) => {
    if (hit >= 0 && hit + wanted.length <= start) hit = text.indexOf(wanted, start - wanted.length + 1)
    start += length
    return hit >= 0 && hit + wanted.length <= start
  }
}

function sharedLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}
