import { getWidget, type Widget, type WidgetDefinition, widgetStep } from '@cooperage/contract'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../shared/api/api-error.ts'
import { apiQuery } from '../../shared/api/use-api.ts'

/** Each refresh is another time range, so responses of earlier ones aren't kept. */
const KEPT_MS = 5000

/** The values of a widget. While another range loads, those of the one before are shown. */
export function useWidget(
  { id }: WidgetDefinition,
  { start, end }: { start: number; end: number },
): UseQueryResult<Widget, ApiError> {
  const query = { start: String(start), end: String(end), step: String(widgetStep(start, end)) }
  return useQuery({
    ...apiQuery(getWidget, { params: { id: String(id) }, query }),
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  })
}
