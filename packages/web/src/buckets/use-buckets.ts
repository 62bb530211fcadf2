import { checkBucketExposure, getReplicationOffer, listBucketFigures, listBuckets } from '@cooperage/contract'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useApiQuery, useInvalidate } from '../shared/api/use-api.ts'
import { bucketRows, type OwnWrite, openWrites, withWrite } from './bucket-rows.ts'
import { NAMES_ONLY } from './index.ts'

/** Kept in the query cache, so that they are cleared with the session. */
const WRITES_KEY = ['buckets.ownWrites']
const NO_WRITES: readonly OwnWrite[] = []

/** Names from the list immediately, sizes when they arrive, and the changes of this page in the meantime. */
export function useBuckets() {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const list = useApiQuery(listBuckets, NAMES_ONLY)
  const figures = useApiQuery(listBucketFigures, {})
  const { data: writes = NO_WRITES } = useQuery({
    queryKey: WRITES_KEY,
    queryFn: () => NO_WRITES,
    enabled: false,
  })
  const { data, dataUpdatedAt } = list

  useEffect(() => {
    if (data === undefined || writes.length === 0) return
    // Changes that the list reflects are dropped, so that they don't hide later changes of others.
    const open = openWrites(writes, data.buckets, dataUpdatedAt)
    if (open !== writes) client.setQueryData(WRITES_KEY, open)
  }, [client, data, dataUpdatedAt, writes])

  const rows = useMemo(
    () =>
      data === undefined
        ? undefined
        : bucketRows(data.buckets, figures.data, openWrites(writes, data.buckets, dataUpdatedAt)),
    [data, dataUpdatedAt, figures.data, writes],
  )
  const refresh = () => {
    void invalidate(checkBucketExposure)
    void list.refetch()
    void figures.refetch()
  }
  return { rows, list, figures, refresh }
}

/** Records changes of this page to buckets, and reloads the list. */
export function useBucketWrites(): (kind: OwnWrite['kind'], names: readonly string[]) => Promise<void> {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  return useCallback(
    async (kind, names) => {
      const at = Date.now()
      client.setQueryData<readonly OwnWrite[]>(WRITES_KEY, (earlier = NO_WRITES) =>
        names.reduce((writes, name) => withWrite(writes, { kind, name, at }), [...earlier]),
      )
      // Whatever was read of a deleted bucket, without reloading it: its page may still be on screen.
      const isGone = ({ queryKey: [, input] }: Query) => kind === 'deleted' && names.includes(bucketOf(input))
      void client.invalidateQueries({ predicate: isGone, refetchType: 'none' })
      await invalidate(listBuckets, listBucketFigures)
    },
    [client, invalidate],
  )
}

/** The bucket that a call is about; '' if it is about none. */
function bucketOf(input: unknown): string {
  return (input as { params?: { bucket?: string } } | undefined)?.params?.bucket ?? ''
}

/** Whether the storage server supports replication; undefined until it is known, and if it couldn't be determined. */
export function useReplicationOffer(isWanted = true): boolean | undefined {
  const settings = { enabled: isWanted, staleTime: Number.POSITIVE_INFINITY }
  return useApiQuery(getReplicationOffer, {}, settings).data?.offered
}
