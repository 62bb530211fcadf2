import { type BucketFacts, bucketNameProblem, getBucketFacts } from '@cooperage/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
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

/** A console counts each of them for up to 20 seconds. */
const AT_ONCE = 4

/** What both servers say about buckets, each asked in the visitor's own session there. Nothing is written. */
export function usePreflight(server: string, pairs: readonly Pair[]): CheckedPair[] {
  const here = useFacts(
    basePath(),
    pairs.map(({ bucket }) => bucket),
  )
  const there = useFacts(
    serverBase(server),
    pairs.map(({ target }) => target),
  )
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
        if (one?.error) one.refetch()
        if (other?.error) other.refetch()
      },
    }
  })
}

/** The facts of buckets with valid names at one console, a few at a time. One that waits counts as being fetched. */
function useFacts(base: string, buckets: readonly string[]) {
  const client = useQueryClient()
  const keyOf = (bucket: string) => ['bucket facts', base, bucket]
  const isValid = (bucket: string) => bucketNameProblem(bucket) === undefined
  const isPending = (bucket: string) => (client.getQueryState(keyOf(bucket))?.status ?? 'pending') === 'pending'
  const begun = AT_ONCE + buckets.filter((bucket) => !isValid(bucket) || !isPending(bucket)).length
  const results = useQueries({
    queries: buckets.map((bucket, at) => ({
      queryKey: keyOf(bucket),
      queryFn: ({ signal }: { signal: AbortSignal }) => callAt(base, getBucketFacts, { params: { bucket } }, signal),
      enabled: at < begun && isValid(bucket),
      retry: false,
      // They are checked anew each time, but not while the page is open.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  return results.map(({ data, error, isFetching, isPending, refetch }, at) => ({
    data,
    error,
    isFetching: isFetching || (isPending && isValid(buckets[at] ?? '')),
    refetch: () => void refetch(),
  }))
}
