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
    const folders: string[] = []
    let parent = ''
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at + 1)
      const isNew = !before.startsWith(prefix + folder)
      if (isNew && isInName(folder, parent, wanted)) folders.push(prefix + folder)
      parent = folder
    }
    before = key
    return { folders, isObject: path !== parent && isInName(path, parent, wanted) }
  }
}

/** Whether the text ends within the last segment, wherever it begins. */
function isInName(path: string, parent: string, wanted: string): boolean {
  const last = path.toLowerCase().lastIndexOf(wanted)
  return last >= 0 && last + wanted.length > parent.toLowerCase().length
}
