import { LIST_PAGE_LIMIT, listUploads, type UnfinishedUpload } from '@cooperage/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type ApiError, isOutage } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'

const OUTAGE_RETRY_MS = 5000

interface Cursor {
  after: string
  after_upload: string
}

interface Page {
  uploads: UnfinishedUpload[]
  next: Cursor | undefined
}

/** The unfinished uploads of a bucket, or of the object of exactly this name: a first page at once, the others follow. */
export function useUploads(bucket: string, name: string) {
  const query = useInfiniteQuery<Page, ApiError, { pages: Page[] }, string[], Cursor>({
    queryKey: [listUploads.id, bucket, name],
    initialPageParam: { after: '', after_upload: '' },
    queryFn: async ({ pageParam, signal }) => {
      const wanted = { prefix: name, limit: LIST_PAGE_LIMIT, ...pageParam }
      const { uploads, next, next_upload } = await call(listUploads, { params: { bucket }, query: wanted }, signal)
      return { uploads, next: next === undefined ? undefined : { after: next, after_upload: next_upload ?? '' } }
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (isOutage(state.error) ? OUTAGE_RETRY_MS : false),
  })
  const { data, hasNextPage, isFetching, error, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const rows = useMemo<readonly UnfinishedUpload[]>(
    // Servers other than MinIO list every name that begins with it.
    () =>
      data?.pages.flatMap(({ uploads }) => (name === '' ? uploads : uploads.filter((one) => one.name === name))) ?? [],
    [data, name],
  )
  return { query, rows, isComplete: data !== undefined && !hasNextPage }
}
