import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import type { ShownColumn, Sorting } from './columns.tsx'
import classes from './DataTable.module.css'

interface HeaderCellProps<T> {
  column: ShownColumn<T>
  sorting: Sorting | undefined
  isReading: boolean
  disabledReason: string | undefined
  onSort: () => void
  /** What the column is resized with. */
  edge: ReactNode
}

export function HeaderCell<T>({ column, sorting, isReading, disabledReason, onSort, edge }: HeaderCellProps<T>) {
  const t = useTexts()
  const isSortable = (column.compare ?? column.sortValue) !== undefined
  const isSorted = sorting?.columnId === column.id
  const Arrow = isSorted && sorting.descending ? IconArrowDown : IconArrowUp
  const state = isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'
  return (
    <th
      role="columnheader"
      className={classes.cell}
      data-align={column.align}
      data-column={column.id}
      aria-sort={isSortable ? state : undefined}
    >
      {isSortable ? (
        <button
          type="button"
          className={classes.sort}
          data-sorted={isSorted || undefined}
          data-reading={(isSorted && isReading) || undefined}
          aria-disabled={disabledReason !== undefined || undefined}
          title={disabledReason ?? t('sortBy', { column: column.header })}
          onClick={() => {
            if (disabledReason === undefined) onSort()
          }}
        >
          <span className={classes.headText}>{column.header}</span>
          <Arrow size={14} aria-hidden="true" />
        </button>
      ) : (
        <div className={classes.headText} title={column.header}>
          {column.header}
        </div>
      )}
      {edge}
    </th>
  )
}
