import { lazyPart } from '../shared/lazy-part.ts'

/** The charts are loaded with the first widgets. */
export const loadWidgetBoard = () => import('./widgets/WidgetBoard.tsx')

export const WidgetBoard = lazyPart(async () => (await loadWidgetBoard()).WidgetBoard)
