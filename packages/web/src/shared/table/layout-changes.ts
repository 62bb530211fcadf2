/** Changes to the layout of a table; loaded when somebody changes one. */
import { getSession, keepAccountTable, type TableLayout } from '@cooperage/contract'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { apiQuery } from '../api/use-api.ts'
import { showError } from '../feedback/messages.ts'
import type { Column } from './columns.tsx'
import { arranged, BROWSER_LAYOUTS_KEY, browserLayouts, isShown, LEAST_WIDTH, MOST_WIDTH } from './table-layout.ts'

type Entry = TableLayout[number]
type Places = readonly Pick<Column<unknown>, 'id' | 'isHiddenAtFirst' | 'width'>[]

/** The whole layout: all columns of the table in their order, then those that it has only at other times. */
export function entriesOf(columns: Places, layout: TableLayout): TableLayout {
  const here = arranged(columns, layout).map((column, index): Entry => {
    const kept = layout.find(({ id }) => id === column.id)
    const width = kept?.width === undefined ? {} : { width: kept.width }
    return { id: column.id, isShown: index === 0 || isShown(column, layout), ...width }
  })
  return [...here, ...layout.filter(({ id }) => !columns.some((column) => column.id === id))]
}

/** `width` undefined: that of the table. */
export function withColumn(
  columns: Places,
  layout: TableLayout,
  id: string,
  change: { isShown?: boolean; width?: number | undefined },
): TableLayout {
  return entriesOf(columns, layout).map((entry) => {
    if (entry.id !== id) return entry
    const { width, ...others } = { ...entry, ...change }
    return width === undefined
      ? others
      : { ...others, width: Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width))) }
  })
}

/** `by` is 1 or -1. */
export function movedBy(columns: Places, layout: TableLayout, id: string, by: number): TableLayout {
  const entries = [...entriesOf(columns, layout)]
  const from = entries.findIndex((entry) => entry.id === id)
  const to = from + by
  if (from < 1 || to < 1 || to >= columns.length) return entries
  const [moved] = entries.splice(from, 1)
  if (moved) entries.splice(to, 0, moved)
  return entries
}

/** A column on screen; a flexible one has what the others leave. */
interface DrawnColumn {
  id: string
  width: number
  isFlexible: boolean
}

/**
 * The layout after the boundary behind a column was dragged so many pixels forward, to where the pointer is: if columns behind
 * give way, the column alone changes, otherwise also the next one. A flexible one before would move the boundary away.
 */
export function movedEdge(
  columns: Places,
  layout: TableLayout,
  drawn: readonly DrawnColumn[],
  id: string,
  by: number,
): TableLayout {
  const at = drawn.findIndex((one) => one.id === id)
  const [own, next] = [drawn[at], drawn[at + 1]]
  if (!own || !next) return layout
  const givesWay =
    !drawn.some((one, index) => one.isFlexible && index <= at) || drawn.slice(at + 1).some((one) => one.isFlexible)
  const most = givesWay ? MOST_WIDTH : next.width - LEAST_WIDTH
  const distance = Math.max(LEAST_WIDTH - own.width, Math.min(most, by))
  const widths = new Map<string, number>()
  if (givesWay || own.isFlexible) {
    for (const one of drawn.slice(0, at)) if (one.isFlexible) widths.set(one.id, one.width)
  }
  if (givesWay || !own.isFlexible) widths.set(own.id, own.width + distance)
  if (!givesWay) widths.set(next.id, next.width - distance)
  return [...widths].reduce((all, [column, width]) => withColumn(columns, all, column, { width }), layout)
}

/** Shows a layout, and keeps it for the account, or in the browser where the console keeps none. */
export function keepLayout(client: QueryClient, table: string, columns: TableLayout): void {
  const { queryKey } = apiQuery(getSession, {})
  const session = client.getQueryData(queryKey)
  if (session?.tables) {
    client.setQueryData(queryKey, { ...session, tables: { ...session.tables, [table]: columns } })
    unsaved.set(table, columns)
    void saveInTurn()
    return
  }
  browserLayouts.set({ [table]: columns })
  try {
    localStorage.setItem(BROWSER_LAYOUTS_KEY, JSON.stringify(browserLayouts.get()))
  } catch {
    // Storage is disabled or full: the choice lasts until the page is closed.
  }
}

const unsaved = new Map<string, TableLayout>()
let isSaving = false

/** One request at a time, so that the last choice is the one that is kept. */
async function saveInTurn(): Promise<void> {
  if (isSaving) return
  isSaving = true
  try {
    for (const [table, columns] of unsaved) {
      unsaved.delete(table)
      await call(keepAccountTable, { params: { table }, body: { columns: [...columns] } }).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        showError(error)
      })
    }
  } finally {
    isSaving = false
  }
}
