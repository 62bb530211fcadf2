import { type QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query'
import type { Column, SortValue } from './columns.tsx'

/** Rows whose facts are read to sort by them. Each is several requests to the storage server. */
export const MOST_SORTED = 500
/** Rows that one call of the console is about, at least for the columns that there are. */
const AT_ONCE = 50
/** How long a fact counts as known for the order of the rows; a change made on these pages ends it. */
const KNOWN_MS = 600_000
/** How long a fact that isn't on screen is kept, for the order of the rows. */
const KEPT_MS = 3_600_000

interface FactQuery<Fact> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Fact | null>
  staleTime: number
}

/**
 * Sorts by what is read row by row: what isn't known of the rows, on screen or not, is read in one call after the other. More rows
 * than {@link MOST_SORTED} have to be searched first. What can't be read comes last.
 */
export function byFact<T, Fact>(
  client: QueryClient,
  queryOf: (row: T) => FactQuery<Fact>,
  valueIn: (fact: Fact) => SortValue,
): Pick<Column<T>, 'sortValue' | 'readFirst'> {
  const read = async (row: T) => {
    const query = { ...queryOf(row), staleTime: KNOWN_MS, gcTime: KEPT_MS }
    // The last cell that leaves the screen cancels what nothing else observes.
    const release = new QueryObserver(client, { ...query, enabled: false }).subscribe(() => undefined)
    await client.fetchQuery(query).finally(release)
  }
  return {
    readFirst: {
      atMost: MOST_SORTED,
      async read(rows, signal) {
        for (let at = 0; at < rows.length && !signal.aborted; at += AT_ONCE) {
          await Promise.allSettled(rows.slice(at, at + AT_ONCE).map(read))
        }
      },
    },
    sortValue(row) {
      const fact = client.getQueryData<Fact | null>(queryOf(row).queryKey)
      return fact ? valueIn(fact) : undefined
    },
  }
}
