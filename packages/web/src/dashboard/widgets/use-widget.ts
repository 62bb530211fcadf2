import { getWidget, type Widget, type WidgetDefinition, widgetStep } from '@cooperage/contract'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { widgets } from '../../messages/en/widgets.ts'
import { type Translate, useTexts } from '../../messages/use-texts.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { apiQuery } from '../../shared/api/use-api.ts'

/** Each refresh is another time range, so responses of earlier ones aren't kept. */
const KEPT_MS = 5000

/** What the call of a widget is given. */
export function widgetCall(id: number, { start, end }: { start: number; end: number }) {
  const query = { start: String(start), end: String(end), step: String(widgetStep(start, end)) }
  return { params: { id: String(id) }, query }
}

/** The values of a widget. While another range loads, those of the one before are shown. */
export function useWidget(
  { id }: WidgetDefinition,
  bounds: { start: number; end: number },
): UseQueryResult<Widget, ApiError> {
  const t = useTexts('widgets')
  return useQuery({
    ...apiQuery(getWidget, widgetCall(id, bounds)),
    select: useCallback((widget: Widget) => withLegends(widget, t), [t]),
    gcTime: KEPT_MS,
    placeholderData: keepPreviousData,
  })
}

/** The widget with its title in the language of the page. */
export function titled(definition: WidgetDefinition, t: Translate<'widgets'>): WidgetDefinition {
  // A test compares the list with the widgets.
  const id = `w${definition.id}` as keyof typeof widgets.titles
  return { ...definition, title: t(`titles.${id}`) }
}

/** The widget with the names of its lines in the language of the page: `Data Received [{{server}}]`. */
export function withLegends(widget: Widget, t: Translate<'widgets'>): Widget {
  const targets = widget.targets.map((target) => {
    const [words = ''] = target.legendFormat.split(' [', 1)
    const legendFormat = isLegend(words)
      ? target.legendFormat.replace(words, t(`legends.${words}`))
      : target.legendFormat
    return { ...target, legendFormat }
  })
  return { ...widget, targets }
}

type Legend = keyof typeof widgets.legends

function isLegend(words: string): words is Legend {
  return Object.hasOwn(widgets.legends, words)
}
