import { LOG_PAGE_SIZE, LOG_ROW_LIMIT, type LogRecord, searchLogs } from '@cooperage/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type ApiError, isOutage, OUTAGE_RETRY_MS } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { type LogCriteria, pageQuery } from './search-form.ts'

/** How often new entries are asked for while a search follows them. */
const FOLLOW_MS = 2_000

/**
 * The entries that a search finds, a page at a time. Each page continues after the last entry of the one before, so that entries
 * that arrive in between neither repeat nor hide others. With `follows`, they are the latest page, with what arrives. `run`
 * distinguishes repeated searches.
 */
export function useLogRecords(criteria: LogCriteria, run: number, follows: boolean) {
  const query = useInfiniteQuery<
    LogRecord[],
    ApiError,
    { pages: LogRecord[][] },
    readonly unknown[],
    string | undefined
  >({
    queryKey: [searchLogs.id, criteria, run, follows],
    initialPageParam: undefined,
    queryFn: async ({ pageParam, signal }) => {
      return (await call(searchLogs, { query: pageQuery(criteria, pageParam) }, signal)).results
    },
    getNextPageParam: (last, pages) =>
      follows || last.length < LOG_PAGE_SIZE || pages.length * LOG_PAGE_SIZE >= LOG_ROW_LIMIT
        ? undefined
        : last.at(-1)?.id,
    // Several pages aren't refreshed until the visitor searches again, because all would be requested again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (follows && state.error === null) return FOLLOW_MS
      return isOutage(state.error) && (follows || state.data === undefined) ? OUTAGE_RETRY_MS : false
    },
  })
  const { data, hasNextPage, isFetching, fetchNextPage } = query
  // Ten times as fast as `flat`, which counts with ten thousand pages.
  const records = useMemo(() => ([] as LogRecord[]).concat(...(data?.pages ?? [])), [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  return { query, records, more }
}
