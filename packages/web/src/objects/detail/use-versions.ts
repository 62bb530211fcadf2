import { LIST_PAGE_LIMIT, listObjects, type ObjectVersion } from '@cooperage/contract'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { ApiError } from '../../shared/api/api-error.ts'
import { isOutage } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { type NumberedVersion, numbered } from './numbered.ts'
import type { ObjectRef } from './object-ref.ts'

const VERSIONS_KEY = 'objects.versions'
const OUTAGE_RETRY_MS = 5000

interface Cursor {
  after: string
  after_version: string
}

const START: Cursor = { after: '', after_version: '' }

/** The versions of one key, the newest first: a first page at once, the others follow while the page is open. */
export function useVersions({ bucket, key }: ObjectRef) {
  const query = useInfiniteQuery<
    { rows: ObjectVersion[]; next: Cursor | undefined },
    ApiError,
    { pages: { rows: ObjectVersion[]; next: Cursor | undefined }[] },
    string[],
    Cursor
  >({
    queryKey: [VERSIONS_KEY, bucket, key],
    initialPageParam: START,
    queryFn: async ({ pageParam, signal }) => {
      const wanted = { prefix: key, with_versions: true, limit: LIST_PAGE_LIMIT, ...pageParam }
      const { objects, next, next_version } = await call(listObjects, { params: { bucket }, query: wanted }, signal)
      const rows = objects.filter((row): row is ObjectVersion => 'version_id' in row && row.name === key)
      return { rows, next: next === undefined ? undefined : { after: next, after_version: next_version ?? '' } }
    },
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (isOutage(state.error) ? OUTAGE_RETRY_MS : false),
  })
  const { data, hasNextPage, isFetching, error, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const rows = useMemo<readonly NumberedVersion[]>(
    () => numbered(data?.pages.flatMap((page) => page.rows) ?? [], hasNextPage),
    [data, hasNextPage],
  )
  return { query, rows, isComplete: data !== undefined && !hasNextPage }
}

/** Has the versions read again, when something has changed them. */
export function useVersionsChanged(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: [VERSIONS_KEY] }), [client])
}
