import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { compareNames } from '../text/intl.ts'
import { formatCount } from '../text/numbers.ts'
import { ObjectName } from '../text/ObjectName.tsx'

/**
 * A column of a table. What it shows is said by one of `name` (something a user named), `text`, `number` (a count, at the end of
 * the cell), or `cell`; all but the last sort by it.
 */
export interface Column<T> {
  id: string
  header: string
  name?: (row: T) => string
  text?: (row: T) => string
  number?: (row: T) => number
  /** Shows something else than the value that the column sorts by. */
  cell?: (row: T) => ReactNode
  /** Grid track: `minmax(200px, 1fr)`, `180px`. On a phone only the first column has one. */
  width: string
  align?: 'end'
  /** Whether it is shown only once somebody has chosen it. */
  isHiddenAtFirst?: boolean
  /** Shows its header before its cells on a phone, where there are no headers: for values that need it. */
  isNamedOnPhone?: boolean
  /** Whether it takes the place of the first column on a phone: that of the row's name. */
  isFirstOnPhone?: boolean
  /**
   * On a phone all columns but the first share one line: what happens to the cells if they don't fit. Default: the last is cut.
   * With `ownLine` the rows of the table have room for a third line.
   */
  onPhone?: 'shortened' | 'hidden' | 'ownLine'
  /** Sorts by the largest value first: nobody looks for the smallest. */
  isLargestFirst?: boolean
  /** Sorts rows ascending, other than by the value. */
  compare?: (a: T, b: T) => number
  /** The values are read row by row: what is read before the rows are sorted, of at most so many (`byFact`). */
  readFirst?: { atMost: number; read: (rows: readonly T[]) => Promise<unknown> }
  /** The rows can't be sorted by it. */
  isUnsorted?: boolean
}

/** A column with everything that its value implies. Without `compare` it isn't sortable. */
export interface ShownColumn<T> extends Column<T> {
  cell: (row: T) => ReactNode
}

export function shownColumn<T>(column: Column<T>): ShownColumn<T> {
  const { name, text = name, number, isUnsorted = false } = column
  const ofValue = (): Pick<ShownColumn<T>, 'cell' | 'compare' | 'align'> => {
    if (number) {
      return { cell: (row) => formatCount(number(row)), compare: (a, b) => number(a) - number(b), align: 'end' }
    }
    if (!text) return { cell: () => null }
    return {
      cell: name ? (row) => <ObjectName name={name(row)} /> : text,
      compare: (a, b) => compareNames(text(a), text(b)),
    }
  }
  const { compare, ...shown } = { ...ofValue(), ...column }
  return compare && !isUnsorted ? { ...shown, compare } : shown
}

/** Whether there are no more rows than a column sorts. */
export function canSort<T>(column: Column<T> | undefined, rows: readonly T[]): boolean {
  return rows.length <= (column?.readFirst?.atMost ?? Number.POSITIVE_INFINITY)
}

/** An action on one row, as data: the table renders it as a button or a menu entry. */
export interface RowAction<T> {
  id: string
  label: string
  icon: TablerIcon
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
  columns: readonly ShownColumn<T>[],
  sorting: Sorting | undefined,
  rank: ((row: T) => number) | undefined,
): readonly T[] {
  const compare = columns.find((column) => column.id === sorting?.columnId)?.compare
  if (!compare || !sorting) return rows
  const direction = sorting.descending ? -1 : 1
  return rows.toSorted((a, b) => (rank ? rank(a) - rank(b) : 0) || direction * compare(a, b))
}

/** The next sort order after a click on a column's header: ascending, descending, unsorted; or descending first. */
export function nextSorting(
  current: Sorting | undefined,
  columnId: string,
  isLargestFirst = false,
): Sorting | undefined {
  if (current?.columnId !== columnId) return { columnId, descending: isLargestFirst }
  return current.descending === isLargestFirst ? { columnId, descending: !isLargestFirst } : undefined
}
