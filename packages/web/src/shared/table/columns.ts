import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** Track of the grid: `minmax(200px, 1fr)`, `180px`. On a phone only the first column has one. */
  width: string
  align?: 'end'
  /** Its header stands before its cells on a phone, where there are no headers: for words that say nothing alone. */
  isNamedOnPhone?: boolean
  /** Orders rows ascending; a column without it cannot be sorted by. */
  compare?: (a: T, b: T) => number
}

/** What can be done with one row, as data: the table decides whether it becomes a button or an entry of a menu. */
export interface RowAction<T> {
  id: string
  label: string
  icon: ReactNode
  /** Left out for rows that do not have the action at all. */
  appliesTo?: (row: T) => boolean
  /** Why the action cannot be taken now; undefined when it can. */
  disabledReason?: (row: T) => string | undefined
  /** Address of a download, which the browser makes by itself. */
  href?: (row: T) => string
  onSelect?: (row: T) => void
  isDestructive?: boolean
  /** Stands in a menu behind the buttons: for what is wanted less often. */
  isInMenu?: boolean
}

export interface Sorting {
  columnId: string
  descending: boolean
}

/**
 * The rows in the order of a column. `rank` keeps kinds of rows together whatever the order (folders before files).
 * Rows that compare equal stay as they were.
 */
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

/** What a press on a column's header makes of the order: ascending, descending, as it came. */
export function nextSorting(current: Sorting | undefined, columnId: string): Sorting | undefined {
  if (current?.columnId !== columnId) return { columnId, descending: false }
  return current.descending ? undefined : { columnId, descending: true }
}
