import { getServerInfo, getWidget, type ServerInfo } from '@cooperage/contract'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../shared/api/api-error.ts'
import { call } from '../shared/api/call.ts'
import { apiQuery } from '../shared/api/use-api.ts'
import { boardTime, boundsOf, FIRST_RANGE } from '../shared/charts/time-range.ts'
import { widgetCall } from './widgets/use-widget.ts'

export const REFRESH_MS = 30_000

/** The state of the storage server. The first response has the values of the first widgets with it, so that none has to ask. */
export function useServerInfo({ hasSummary }: { hasSummary: boolean }): UseQueryResult<ServerInfo, ApiError> {
  const client = useQueryClient()
  const query = apiQuery(getServerInfo, {}, REFRESH_MS)
  return useQuery({
    ...query,
    queryFn: async ({ signal }) => {
      if (!hasSummary || client.getQueryData(query.queryKey) !== undefined) return await call(getServerInfo, {}, signal)
      const bounds = boundsOf(FIRST_RANGE, boardTime())
      const info = await call(getServerInfo, { query: widgetCall(0, bounds).query }, signal)
      for (const { targets, ...widget } of info.widgets) {
        const { source } = info.metrics
        if (targets)
          client.setQueryData(apiQuery(getWidget, widgetCall(widget.id, bounds)).queryKey, {
            ...widget,
            source,
            targets,
          })
      }
      return info
    },
  })
}
