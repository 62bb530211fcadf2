import { checkReplication, type RouteResponse, type WatchedTarget } from '@cooperage/contract'
import { queryOptions } from '@tanstack/react-query'
import type { ApiError } from '../../shared/api/api-error.ts'
import { apiQuery } from '../../shared/api/use-api.ts'
import { isDown, isFailing } from './failing.ts'

/**
 * The check of a bucket's targets. It runs only if something is wrong, or if it's asked for: the storage server connects to each
 * target for it. What it found holds until a target changes its state: one that
 * is online again still has failures of the last hour.
 */
export function targetCheck(bucket: string, targets: readonly WatchedTarget[]) {
  const states = targets.map((target) => (isFailing(target) ? (isDown(target) ? 'down' : 'failing') : 'fine'))
  const { queryKey, queryFn } = apiQuery(checkReplication, { params: { bucket } })
  return queryOptions<RouteResponse<typeof checkReplication>, ApiError>({
    queryKey: [...queryKey, states],
    ...(queryFn && { queryFn }),
    enabled: targets.some(isFailing),
    // It isn't shown again when they are in the same state the next time.
    gcTime: 0,
  })
}
