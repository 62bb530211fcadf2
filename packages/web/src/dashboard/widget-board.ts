import { onDemand } from '../shared/on-demand.ts'

/** The charts are loaded with the first widgets. */
export const loadWidgetBoard = () => import('./widgets/WidgetBoard.tsx')

export const WidgetBoard = onDemand(async () => (await loadWidgetBoard()).WidgetBoard)
