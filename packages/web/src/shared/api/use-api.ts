/**
 * The one place where the contract meets TanStack Query: a declared call is a query or a mutation, its id and its input
 * are the key of the cached response.
 */
import type { Route, RouteResponse } from '@cooperage/contract'
import {
  type QueryClient,
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type ApiError, isOutage, OUTAGE_RETRY_MS } from './api-error.ts'
import { type CallInput, call } from './call.ts'

export function apiQuery<R extends Route>(route: R, input: CallInput<R>, refreshMs?: number) {
  return queryOptions<RouteResponse<R>, ApiError>({
    queryKey: [route.id, input],
    queryFn: ({ signal }) => call(route, input, signal),
    refetchInterval: (query) => (isOutage(query.state.error) ? OUTAGE_RETRY_MS : (refreshMs ?? false)),
  })
}

interface QuerySettings {
  enabled?: boolean
  /** Age in milliseconds up to which a cached response is used without a request. */
  staleTime?: number
  /** Requests again even if the cached response is recent, for data that a change will be based on. */
  refetchOnMount?: 'always'
  /** Requests again after so many milliseconds, as long as the tab is visible. */
  refreshMs?: number
}

export function useApiQuery<R extends Route>(
  route: R,
  input: CallInput<R>,
  { refreshMs, ...settings }: QuerySettings = {},
): UseQueryResult<RouteResponse<R>, ApiError> {
  return useQuery({ ...apiQuery(route, input, refreshMs), ...settings })
}

interface MutationSettings<R extends Route> {
  onSuccess?: (response: RouteResponse<R>, input: CallInput<R>) => void | Promise<void>
  onError?: (error: ApiError, input: CallInput<R>) => void
  /** How long response and input are cached after unmounting, in milliseconds; 0 for an input with a secret in it. */
  gcTime?: number
}

export function useApiMutation<R extends Route>(
  route: R,
  settings: MutationSettings<R> = {},
): UseMutationResult<RouteResponse<R>, ApiError, CallInput<R>> {
  return useMutation<RouteResponse<R>, ApiError, CallInput<R>>({
    mutationFn: (input) => call(route, input),
    ...settings,
  })
}

/** Marks cached responses as outdated, so that what is on screen is reloaded. */
type Invalidate = (...routes: Route[]) => Promise<void>

function invalidateIn(client: QueryClient): Invalidate {
  return async (...routes) => {
    await Promise.all(routes.map((route) => client.invalidateQueries({ queryKey: [route.id] })))
  }
}

export function useInvalidate(): Invalidate {
  const client = useQueryClient()
  return useMemo(() => invalidateIn(client), [client])
}

/** Marks cached responses as outdated without reloading any: those of what was deleted, while its page may still be on screen. */
export function useOutdate(): (...routes: Route[]) => void {
  const client = useQueryClient()
  return useCallback(
    (...routes) => {
      for (const { id } of routes) void client.invalidateQueries({ queryKey: [id], refetchType: 'none' })
    },
    [client],
  )
}
