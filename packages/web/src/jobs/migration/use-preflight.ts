import { type BucketFacts, bucketNameProblem, getBucketFacts } from '@cooperage/contract'
import { useQueries } from '@tanstack/react-query'
import { basePath } from '../../navigation/base-path.ts'
import { serverBase } from '../../navigation/server-paths.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { callAt } from '../../shared/api/call.ts'

/** A bucket with its name at the target. */
export interface Pair {
  bucket: string
  target: string
}

export interface CheckedPair extends Pair {
  source?: BucketFacts | undefined
  there?: BucketFacts | undefined
  error: ApiError | null
  isFetching: boolean
  refetch: () => void
}

/** What both servers say about buckets, each asked in the visitor's own session there. Nothing is written. */
export function usePreflight(server: string, pairs: readonly Pair[]): CheckedPair[] {
  const factsOf = (base: string, bucket: string) => ({
    queryKey: ['bucket facts', base, bucket],
    queryFn: ({ signal }: { signal: AbortSignal }) => callAt(base, getBucketFacts, { params: { bucket } }, signal),
    enabled: bucketNameProblem(bucket) === undefined,
    retry: false,
    // They are checked anew each time, but not while the page is open: counting takes long.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const here = useQueries({ queries: pairs.map(({ bucket }) => factsOf(basePath(), bucket)) })
  const there = useQueries({ queries: pairs.map(({ target }) => factsOf(serverBase(server), target)) })
  return pairs.map((pair, at) => {
    const [one, other] = [here[at], there[at]]
    const error = one?.error ?? other?.error
    return {
      ...pair,
      source: one?.data,
      there: other?.data,
      error: error instanceof ApiError ? error : null,
      isFetching: one?.isFetching === true || other?.isFetching === true,
      refetch: () => {
        if (one?.error) void one.refetch()
        if (other?.error) void other.refetch()
      },
    }
  })
}
