import { type Entry, isFolder } from '../entry.ts'

/** Loaded rows and later matches, without duplicates, folders first. */
export function withPrefixMatches(loaded: readonly Entry[], found: readonly Entry[]): readonly Entry[] {
  if (found.length === 0) return loaded
  const missing = new Map(found.map((entry) => [entry.key, entry]))
  for (const { key } of loaded) missing.delete(key)
  if (missing.size === 0) return loaded
  const all = [...loaded, ...missing.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  return [...all.filter(isFolder), ...all.filter((entry) => !isFolder(entry))]
}

/** The prefix of matching names in the folder; '' if there can be none: after a slash come the contents of its sub-folders. */
export function prefixOfSearch(search: string): string {
  return search.includes('/') ? '' : search
}
