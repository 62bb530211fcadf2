import { type Route, type RouteResponse, SOCKET_CLOSE, type SocketQuery, watchCluster } from '@cooperage/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import type { CallInput } from '../api/call.ts'
import { useApiQuery, useInvalidate } from '../api/use-api.ts'
import { listenLive } from './live-socket.ts'

/** How often users who may list but not watch, and pages without a socket, poll. */
const POLL_MS = 5_000
/** A watch sends nothing while the API server is down. */
const WATCHED_POLL_MS = 30_000

/** A response that is loaded again when the cluster reports a change of what it is about. */
export function useClusterQuery<R extends Route>(
  route: R,
  input: CallInput<R>,
  { resource, namespace }: SocketQuery<typeof watchCluster>,
): UseQueryResult<RouteResponse<R>, ApiError> {
  const [isWatched, setWatched] = useState(false)
  const invalidate = useInvalidate()
  useEffect(() => {
    const notWatched = () => setWatched(false)
    return listenLive(
      watchCluster,
      { query: { resource, namespace } },
      {
        onMessage: () => {
          setWatched(true)
          void invalidate(route)
        },
        onLost: notWatched,
        onEnd: notWatched,
        onUnreachable: notWatched,
      },
      (code, reason) => code === SOCKET_CLOSE.failed && REFUSALS.includes(reason),
    )
  }, [route, resource, namespace, invalidate])
  return useApiQuery(route, input, { refreshMs: isWatched ? WATCHED_POLL_MS : POLL_MS })
}

/** Failures that the next connection would meet too. */
const REFUSALS: readonly string[] = ['AccessDenied', 'ClusterRefused', 'ClusterObjectMissing', 'DrivesNotManaged']
