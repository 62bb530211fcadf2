import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** Grid track: `minmax(200px, 1fr)`, `180px`. On a phone only the first column has one. */
  width: string
  align?: 'end'
  /** Shows its header before its cells on a phone, where there are no headers: for values that need it. */
  isNamedOnPhone?: boolean
  /** Whether it takes the place of the first column on a phone: that of the row's name. */
  isFirstOnPhone?: boolean
  /** On a phone all columns but the first share one line: what happens to the cells if they don't fit. Default: the last is cut. */
  onPhone?: 'shortened' | 'hidden'
  /** Sorts rows ascending; a column without it isn't sortable. */
  compare?: (a: T, b: T) => number
}

/** An action on one row, as data: the table renders it as a button or a menu entry. */
export interface RowAction<T> {
  id: string
  label: string
  icon: ReactNode
  /** Whether the row has the action at all. */
  appliesTo?: (row: T) => boolean
  /** Why the action is disabled; undefined if it isn't. */
  disabledReason?: (row: T) => string | undefined
  /** Address of a download, which the browser starts itself. */
  href?: (row: T) => string
  onSelect?: (row: T) => void
  isDestructive?: boolean
  /** In a menu after the buttons: for less common actions. */
  isInMenu?: boolean
}

export interface Sorting {
  columnId: string
  descending: boolean
}

/** The rows sorted by a column. `rank` groups rows whatever the order (folders before files). The sort is stable. */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sorting: Sorting | undefined,
  rank: ((row: T) => number) | undefined,
): readonly T[] {
  const compare = columns.find((column) => column.id === sorting?.columnId)?.compare
  if (!compare || !sorting) return rows
  const direction = sorting.descending ? -1 : 1
  return rows.toSorted((a, b) => (rank ? rank(a) - rank(b) : 0) || direction * compare(a, b))
}

/** The next sort order after a click on a column's header: ascending, descending, unsorted. */
export function nextSorting(current: Sorting | undefined, columnId: string): Sorting | undefined {
  if (current?.columnId !== columnId) return { columnId, descending: false }
  return current.descending ? undefined : { columnId, descending: true }
}
