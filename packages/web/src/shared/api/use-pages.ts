import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type ApiError, isOutage, OUTAGE_RETRY_MS } from './api-error.ts'

interface Page<Row, Cursor> {
  rows: readonly Row[]
  /** Undefined after the last page. */
  next: Cursor | undefined
}

/** A list of many pages: the first one immediately, the others while it is mounted; outages are retried. */
export function usePages<Row, Cursor>(
  queryKey: readonly string[],
  start: Cursor,
  fetchPage: (from: Cursor, signal: AbortSignal) => Promise<Page<Row, Cursor>>,
) {
  const query = useInfiniteQuery<
    Page<Row, Cursor>,
    ApiError,
    { pages: Page<Row, Cursor>[] },
    readonly string[],
    Cursor
  >({
    queryKey,
    initialPageParam: start,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam as Cursor, signal),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (isOutage(state.error) ? OUTAGE_RETRY_MS : false),
  })
  const { data, hasNextPage, isFetching, error, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const rows = useMemo<readonly Row[]>(() => data?.pages.flatMap((page) => page.rows) ?? [], [data])
  return { query, rows, isComplete: data !== undefined && !hasNextPage }
}
