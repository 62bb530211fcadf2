/** Buckets whose name contains the text, ignoring case (spec core-console 5). */
export function filterBuckets<T extends { name: string }>(buckets: readonly T[], search: string): readonly T[] {
  const wanted = search.trim().toLowerCase()
  return wanted === '' ? buckets : buckets.filter((bucket) => bucket.name.toLowerCase().includes(wanted))
}
