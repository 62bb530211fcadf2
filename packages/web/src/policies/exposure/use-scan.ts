import { checkBucketExposure, listBuckets } from '@cooperage/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ApiError } from '../../shared/api/api-error.ts'
import { call } from '../../shared/api/call.ts'
import { apiQuery } from '../../shared/api/use-api.ts'
import { beginScan, finishScan, type Scan } from './scan.ts'
import { PARTIAL_KEY, SCAN_KEY } from './scan-cache.ts'

/** Kept for the session: it is cleared with the other responses. */
const HELD = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false } as const

/** The scan of all buckets. It runs once, resumes after an interruption, and is repeated only by `again`. */
export function useScan() {
  const client = useQueryClient()
  const whole = useQuery<Scan, ApiError>({ ...HELD, queryKey: SCAN_KEY, queryFn: ({ signal }) => scan(client, signal) })
  const partial = useQuery<Scan | null>({ ...HELD, queryKey: PARTIAL_KEY, queryFn: () => null, enabled: false })
  const { refetch } = whole
  const again = useCallback(() => {
    client.setQueryData(PARTIAL_KEY, null)
    void client.invalidateQueries({ queryKey: apiQuery(listBuckets, { query: { names_only: true } }).queryKey })
    void refetch()
  }, [client, refetch])
  return {
    /** The result to show: the last complete scan, or the results so far of the first one. */
    shown: whole.data ?? partial.data ?? undefined,
    isWhole: whole.data !== undefined,
    /** When the shown scan finished, in milliseconds since the epoch. */
    scannedAt: whole.dataUpdatedAt,
    /** Progress of the running scan. */
    progress: whole.isFetching ? (partial.data ?? undefined) : undefined,
    isRunning: whole.isFetching,
    error: whole.error,
    again,
    /** Resumes after a failure. */
    resume: () => void refetch(),
  }
}

/** Leaving the page stops the scan; it resumes on return. */
async function scan(client: QueryClient, signal: AbortSignal): Promise<Scan> {
  const keep = (partial: Scan | null) => {
    if (!signal.aborted) client.setQueryData(PARTIAL_KEY, partial)
  }
  const kept = client.getQueryData<Scan | null>(PARTIAL_KEY)
  const started = kept ?? beginScan(await names(client))
  keep(started)
  const whole = await finishScan(started, (buckets) => call(checkBucketExposure, { body: { buckets } }, signal), keep)
  keep(null)
  return whole
}

async function names(client: QueryClient): Promise<string[]> {
  const { buckets } = await client.fetchQuery(apiQuery(listBuckets, { query: { names_only: true } }))
  return buckets.map(({ name }) => name)
}
