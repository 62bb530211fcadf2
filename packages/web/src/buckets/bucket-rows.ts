import type { Bucket, BucketFigures } from '@cooperage/contract'

/** A row of the list: the name is known immediately, sizes follow. */
export interface BucketRow {
  name: string
  /** ISO 8601. */
  creation_date: string
  /** Undefined until the storage server has counted the bucket. */
  figures: { size: number; objects: number } | undefined
}

/** A bucket that this page has created or deleted itself. */
export interface OwnWrite {
  kind: 'created' | 'deleted'
  name: string
  /** Time of the change, in milliseconds since the epoch. */
  at: number
}

/** Longer than any server needs to reflect a change; a list that still differs after that is right. */
const AGREES_WITHIN_MS = 60_000

/** Writes that the list doesn't reflect yet. They don't hide later changes of others to the same bucket. */
export function openWrites(writes: readonly OwnWrite[], buckets: readonly Bucket[], now: number): readonly OwnWrite[] {
  const listed = new Map(buckets.map(({ name, creation_date }) => [name, Date.parse(creation_date)]))
  const open = writes.filter(({ kind, name, at }) => {
    if (now - at > AGREES_WITHIN_MS) return false
    const createdAt = listed.get(name)
    return kind === 'created' ? createdAt === undefined : createdAt !== undefined && createdAt <= at
  })
  return open.length === writes.length ? writes : open
}

/** A later write to a bucket replaces an earlier one. */
export function withWrite(writes: readonly OwnWrite[], write: OwnWrite): OwnWrite[] {
  return [...writes.filter(({ name }) => name !== write.name), write]
}

/**
 * The rows: the names, the sizes that have arrived since, and the changes of this page that the list doesn't reflect yet. A
 * bucket that is younger than the last count has no size, whatever the server reports.
 */
export function bucketRows(
  buckets: readonly Bucket[],
  counted: { figures: readonly BucketFigures[]; countedAt: string } | undefined,
  writes: readonly OwnWrite[],
): BucketRow[] {
  const figures = new Map(counted?.figures.map((one) => [one.name, one]))
  const countedAt =
    counted === undefined || counted.countedAt === '' ? Number.POSITIVE_INFINITY : Date.parse(counted.countedAt)
  const deleted = new Set(writes.filter(({ kind }) => kind === 'deleted').map(({ name }) => name))
  const rows: BucketRow[] = []
  for (const { name, creation_date } of buckets) {
    if (deleted.has(name)) continue
    const own = Date.parse(creation_date) > countedAt ? undefined : figures.get(name)
    rows.push({ name, creation_date, figures: own })
  }
  const made = writes.filter(({ kind, name }) => kind === 'created' && !buckets.some((bucket) => bucket.name === name))
  if (made.length === 0) return rows
  for (const { name, at } of made) rows.push({ name, creation_date: new Date(at).toISOString(), figures: undefined })
  return rows.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Buckets whose name contains the text, ignoring case (spec core-console 5). */
export function filterBuckets<T extends { name: string }>(buckets: readonly T[], search: string): readonly T[] {
  const wanted = search.trim().toLowerCase()
  return wanted === '' ? buckets : buckets.filter((bucket) => bucket.name.toLowerCase().includes(wanted))
}
