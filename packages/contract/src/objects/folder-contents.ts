import * as z from 'zod/mini'

/** What a list of a folder shows, instead of the folder itself: everything in it, or what matches a search. */
export const folderContents = z.strictObject({
  /** '' for everything. */
  search: z.string().check(z.maxLength(1024)),
  /** Whether names at any depth are searched, as `objects.search` does, instead of the names in the folder. */
  deep: z.boolean(),
})
export type FolderContents = z.infer<typeof folderContents>

/** Whether names contain the text, ignoring case: the search in the list of a folder. */
export function nameFilter(search: string): (name: string) => boolean {
  // A regular expression, because it doesn't copy each name in lower case: a million names in 50 ms instead of 120.
  const wanted = new RegExp(search.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&'), 'iu')
  return (name) => wanted.test(name)
}

/** Whether the list of a folder shows an object, or a folder that it is in. The path of the object is the one below the folder. */
export function contentsFilter({ search, deep }: FolderContents): (path: string) => boolean {
  if (deep) {
    const wanted = search.toLowerCase()
    // A match ends in the name of the object or of a folder above it.
    return (path) => path !== '' && path.toLowerCase().includes(wanted)
  }
  const isWanted = nameFilter(search)
  // The placeholder of the folder itself isn't listed.
  return (path) => path !== '' && isWanted(path.split('/', 1)[0] ?? '')
}
