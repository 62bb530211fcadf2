import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { bucketExposureKey } from '../../policies/index.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { useSettled } from '../../shared/table/use-settled.ts'
import type { Exposure, ExposureLoader } from './use-exposure-loader.ts'

/** How long the result is cached; a change made on these pages shows immediately. */
const FRESH_MS = 60_000

/** The public access to a bucket on screen. */
export function useExposure(bucket: string, loader: ExposureLoader) {
  const client = useQueryClient()
  return useQuery<Exposure, ApiError>({ ...exposureQuery(client, bucket, loader), enabled: useSettled() })
}

export function exposureQuery(client: QueryClient, bucket: string, loader: ExposureLoader) {
  const queryKey = bucketExposureKey(bucket)
  return {
    queryKey,
    // Invalidated by the visitor's own change, or with the button that refreshes the list.
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      loader[client.getQueryState(queryKey)?.isInvalidated ? 'fresh' : 'kept'].load(bucket, signal),
    staleTime: FRESH_MS,
  }
}
