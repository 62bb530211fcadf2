import { getSession, type TableLayout } from '@cooperage/contract'
import { useApiQuery } from '../api/use-api.ts'
import { createStore } from '../store.ts'
import type { Column } from './columns.tsx'

type Layouts = Readonly<Record<string, TableLayout>>
type Place = Pick<Column<unknown>, 'id' | 'isHiddenAtFirst' | 'width'>

/** Of a column in pixels, as the contract has them. */
export const LEAST_WIDTH = 40
export const MOST_WIDTH = 2000

export const BROWSER_LAYOUTS_KEY = 'cooperage.tables'

/** Parses what the browser has stored; foreign values are ignored. */
export function parseLayouts(text: string | null): Layouts {
  try {
    const kept = Object.entries(JSON.parse(text ?? '{}') ?? {})
    return Object.fromEntries(kept.filter((entry): entry is [string, TableLayout] => isLayout(entry[1])))
  } catch {
    // Written by someone else.
    return {}
  }
}

function isLayout(kept: unknown): boolean {
  return (
    Array.isArray(kept) &&
    kept.every(
      (one) =>
        typeof one?.id === 'string' &&
        typeof one.isShown === 'boolean' &&
        (one.width === undefined ||
          (Number.isInteger(one.width) && one.width >= LEAST_WIDTH && one.width <= MOST_WIDTH)),
    )
  )
}

function readBrowser(): Layouts {
  try {
    return parseLayouts(localStorage.getItem(BROWSER_LAYOUTS_KEY))
  } catch {
    // Storage is disabled: each table has its own layout.
    return {}
  }
}

/** Layouts where the console keeps none for accounts, as for a user of a cluster without a name. */
export const browserLayouts = createStore(readBrowser())

const OWN: TableLayout = []

/** Which columns a table shows, in which order and how wide, as the account has chosen; empty if it hasn't. */
export function useTableLayout(table = ''): TableLayout {
  // It has arrived with the page.
  const { data } = useApiQuery(getSession, {}, { enabled: false })
  const inBrowser = browserLayouts.use()
  return (data?.tables ?? inBrowser)[table] ?? OWN
}

/** The columns in the order of the layout. The first is that of the rows' names and stays; those that are new come last. */
export function arranged<C extends Place>([first, ...others]: readonly C[], layout: TableLayout): readonly C[] {
  const place = ({ id }: C) => layout.findIndex((one) => one.id === id) >>> 0
  return first === undefined ? [] : [first, ...others.sort((a, b) => place(a) - place(b))]
}

export function isShown({ id, isHiddenAtFirst }: Place, layout: TableLayout): boolean {
  return layout.find((one) => one.id === id)?.isShown ?? !isHiddenAtFirst
}

/** The visible columns: always the first. */
export function shownOf<C extends Place>(columns: readonly C[], layout: TableLayout): readonly C[] {
  return arranged(columns, layout).filter((column, index) => index === 0 || isShown(column, layout))
}

/** The width that a grid track always has, in pixels: 200 of `minmax(200px, 1fr)`. */
export function leastWidth(track: string): number {
  return Number(/\d+(?=px)/.exec(track)?.[0] ?? 0)
}

/** Whether a grid track shares what the others leave. */
export function isFlexible(track: string): boolean {
  return track.endsWith('fr)')
}

/** The grid track of a column. Those that were flexible still become narrower on a smaller screen. */
export function trackOf({ id, width }: Place, layout: TableLayout): string {
  const chosen = layout.find((one) => one.id === id)?.width
  if (chosen === undefined) return width
  return isFlexible(width) ? `minmax(${Math.min(leastWidth(width), chosen)}px, ${chosen}px)` : `${chosen}px`
}
