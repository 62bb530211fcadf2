/** Where the widgets of a tab are. Visitors move them; the browser keeps the layout. */
import { WIDGET_GRID, WIDGETS, type WidgetDefinition, type WidgetTab } from '@cooperage/contract'
import { readStored, writeStored } from '../../shared/stored-record.ts'

export interface PlacedWidget {
  /** The widget's layoutIdentifier. */
  i: string
  x: number
  y: number
  w: number
  h: number
}

const KEY = 'cooperage.dashboard'

export function widgetsOf(tab: WidgetTab): WidgetDefinition[] {
  return WIDGETS.filter((widget) => widget.tab === tab)
}

export function defaultLayout(tab: WidgetTab): PlacedWidget[] {
  return widgetsOf(tab).map(({ layoutIdentifier, place: [x, y, w, h] }) => ({ i: layoutIdentifier, x, y, w, h }))
}

/** A stored layout of a tab; undefined unless it places exactly the tab's widgets within the grid. */
export function parseLayout(tab: WidgetTab, stored: unknown): PlacedWidget[] | undefined {
  if (!Array.isArray(stored)) return undefined
  const expected = new Set(widgetsOf(tab).map(({ layoutIdentifier }) => layoutIdentifier))
  const placed = stored.flatMap((item: unknown): PlacedWidget[] => {
    if (typeof item !== 'object' || item === null) return []
    const { i, x, y, w, h } = item as Record<string, unknown>
    const isPlace = [x, y, w, h].every((value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1000)
    if (typeof i !== 'string' || !expected.delete(i) || !isPlace) return []
    const place = { i, x: Number(x), y: Number(y), w: Number(w), h: Number(h) }
    return place.w >= 1 && place.h >= 1 && place.x + place.w <= WIDGET_GRID.columns ? [place] : []
  })
  return expected.size === 0 && placed.length === stored.length ? placed : undefined
}

/** The tab's layout as the browser has kept it, or the default. */
export function readLayout(tab: WidgetTab): PlacedWidget[] {
  return parseLayout(tab, readStored(KEY)[tab]) ?? defaultLayout(tab)
}

/** Undefined means the default. */
export function keepLayout(tab: WidgetTab, layout: readonly PlacedWidget[] | undefined): void {
  const { [tab]: _, ...others } = readStored(KEY)
  const kept = layout?.map(({ i, x, y, w, h }) => ({ i, x, y, w, h }))
  writeStored(KEY, { ...others, ...(kept && { [tab]: kept }) })
}

/** The layout after an arrow key: moves a widget, or with `isResize` changes its size. Undefined if that isn't possible. */
export function changedByKey(
  layout: readonly PlacedWidget[],
  id: string,
  key: string,
  isResize: boolean,
): PlacedWidget[] | undefined {
  const [dx, dy] = STEPS[key] ?? [0, 0]
  const changed = layout.map((item) => {
    if (item.i !== id) return item
    return isResize ? { ...item, w: item.w + dx, h: item.h + dy } : { ...item, x: item.x + dx, y: item.y + dy * item.h }
  })
  const item = changed.find(({ i }) => i === id)
  if ((dx === 0 && dy === 0) || item === undefined) return undefined
  const fits = item.x >= 0 && item.y >= 0 && item.w >= 1 && item.h >= 1 && item.x + item.w <= WIDGET_GRID.columns
  return fits ? changed : undefined
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
