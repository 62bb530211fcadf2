import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { compareNames } from '../text/intl.ts'
import type { Column } from './columns.tsx'

/** Rows whose facts are read to sort by them. Each is several requests to the storage server. */
export const MOST_SORTED = 500
/** Rows that one call of the console is about, at least for the columns that there are. */
const AT_ONCE = 50
/** How long a fact that isn't on screen is kept, for the order of the rows. */
const KEPT_MS = 3_600_000

interface FactQuery<Fact> {
  queryKey: QueryKey
  queryFn: (context: { signal: AbortSignal }) => Promise<Fact | null>
  staleTime: number
}

/**
 * Sorts by what is read row by row: before the rows are sorted, it is read of those that aren't on screen too, in one call after the
 * other. More rows than {@link MOST_SORTED} have to be searched first. What isn't known comes last.
 */
export function byFact<T, Fact>(
  client: QueryClient,
  queryOf: (row: T) => FactQuery<Fact>,
  valueIn: (fact: Fact) => string | number | undefined,
): Pick<Column<T>, 'compare' | 'readFirst'> {
  const known = (row: T) => {
    const fact = client.getQueryData<Fact | null>(queryOf(row).queryKey)
    return fact ? valueIn(fact) : undefined
  }
  return {
    readFirst: {
      atMost: MOST_SORTED,
      async read(rows) {
        for (let at = 0; at < rows.length; at += AT_ONCE) {
          const some = rows.slice(at, at + AT_ONCE)
          await Promise.allSettled(some.map((row) => client.fetchQuery({ ...queryOf(row), gcTime: KEPT_MS })))
        }
      },
    },
    compare(a, b) {
      const [first, second] = [known(a), known(b)]
      if (first === undefined || second === undefined) return Number(first === undefined) - Number(second === undefined)
      if (typeof first === 'number' && typeof second === 'number') return first - second
      return compareNames(String(first), String(second))
    },
  }
}
