import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { compareNames } from '../text/intl.ts'
import { formatCount } from '../text/numbers.ts'
import { ObjectName } from '../text/ObjectName.tsx'

/** What rows are sorted by; undefined if it isn't known. */
export type SortValue = string | number | undefined

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
  /** Sorts by this instead, which is computed once for each row. Rows without are last, ascending and descending. */
  sortValue?: (row: T) => SortValue
  /** The values are read row by row: reads those of rows that are sorted by it, of at most so many (`byFact`). */
  readFirst?: { atMost: number; read: (rows: readonly T[], signal: AbortSignal) => Promise<void> }
  /** The rows can't be sorted by it. */
  isUnsorted?: boolean
}

/** A column with everything that its value implies. Without `compare` and `sortValue` it isn't sortable. */
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
  const shown = { ...ofValue(), ...column }
  if (isUnsorted) {
    delete shown.compare
    delete shown.sortValue
  }
  return shown
}

/** Whether there are no more rows than a column sorts. */
export function canSort<T>(column: Column<T> | undefined, rows: readonly T[]): boolean {
  return rows.length <= (column?.readFirst?.atMost ?? rows.length)
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
  /** The page that it opens, as a path of `navigation/paths`, instead of `onSelect`: the action is a link. */
  to?: (row: T) => string
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

/** The rows sorted by a column. `rank` groups rows whatever the order (folders before files), unknown values come last. The sort is stable. */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly ShownColumn<T>[],
  sorting: Sorting | undefined,
  rank: ((row: T) => number) | undefined,
): readonly T[] {
  const column = columns.find(({ id }) => id === sorting?.columnId)
  const order = sorting && column && orderOf(rows, column, sorting.descending ? -1 : 1)
  return order ? rows.toSorted((a, b) => (rank ? rank(a) - rank(b) : 0) || order(a, b)) : rows
}

function orderOf<T>(rows: readonly T[], { compare, sortValue }: ShownColumn<T>, direction: 1 | -1) {
  if (!sortValue) return compare && ((a: T, b: T) => direction * compare(a, b))
  const values = new Map(rows.map((row) => [row, sortValue(row)]))
  return (a: T, b: T) => {
    const [first, second] = [values.get(a), values.get(b)]
    if (first === undefined || second === undefined) return first === second ? 0 : first === undefined ? 1 : -1
    const isNumber = typeof first === 'number' && typeof second === 'number'
    return direction * (isNumber ? first - second : compareNames(`${first}`, `${second}`))
  }
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
