/** The matches of a key: the folders it is in, outermost first, and the object. */
export interface Found {
  /** Full keys of folders, with a slash at the end. */
  folders: string[]
  isObject: boolean
}

/**
 * Finds names below `prefix` that contain `text`, ignoring case, in keys that arrive in byte order. In that order all keys of
 * a folder are adjacent, so the previous key shows whether a folder is new; `after` is the key before the first.
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
      // The length of some letters changes in lower case.
      const isHit = hits(segment.toLowerCase().length)
      if (!segment.endsWith('/')) isObject = isHit
      else if (isHit && end > shared) folders.push(key.slice(0, end))
    }
    return { folders, isObject }
  }
}

/**
 * Goes through a text by segments of some length, and reports for each whether a match ends in it, wherever the match starts.
 * Keys can be long and have many segments, so the text is scanned once for all of them.
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
