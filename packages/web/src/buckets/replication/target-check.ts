import { checkReplication, type RouteResponse, type WatchedTarget } from '@cooperage/contract'
import { queryOptions } from '@tanstack/react-query'
import type { ApiError } from '../../shared/api/api-error.ts'
import { apiQuery } from '../../shared/api/use-api.ts'
import { isFailing } from './failing.ts'

/**
 * The check of a bucket's targets. It runs only if something is wrong, or if it's asked for: the storage server connects to each
 * target for it. What it found holds until the targets begin or cease to fail.
 */
export function targetCheck(bucket: string, targets: readonly WatchedTarget[]) {
  const isAnyFailing = targets.some(isFailing)
  const { queryKey, queryFn } = apiQuery(checkReplication, { params: { bucket } })
  return queryOptions<RouteResponse<typeof checkReplication>, ApiError>({
    queryKey: [...queryKey, isAnyFailing],
    ...(queryFn && { queryFn }),
    enabled: isAnyFailing,
    // It isn't shown again when they fail the next time.
    gcTime: 0,
  })
}
