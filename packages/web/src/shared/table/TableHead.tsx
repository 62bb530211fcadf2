import { memo, type ReactNode, useId, useMemo, useState } from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import layout from '../layout.module.css'
import { useLoaded } from '../overlay/use-loaded.ts'
import type { ColumnEdgeProps } from './ColumnEdge.tsx'
import { type Column, canSort, type ShownColumn, type Sorting } from './columns.tsx'
import classes from './DataTable.module.css'
import { HeaderCell } from './HeaderCell.tsx'
import { loadColumnEdge } from './loaders.ts'
import { SelectBox } from './SelectBox.tsx'
import { allState } from './selection.ts'
import type { RowSelection } from './use-row-selection.ts'

interface TableHeadProps<T> {
  columns: readonly ShownColumn<T>[]
  /** Identifies the table; undefined if its columns can't be resized. */
  table: string | undefined
  /** With those that aren't shown. */
  allColumns: readonly Column<T>[]
  onPreview: ColumnEdgeProps['onPreview']
  hasActions: boolean
  /** The column chooser. */
  chooser: ReactNode
  sorting: Sorting | undefined
  /** Whether the values that the rows are sorted by are still being read. */
  isReading: boolean
  sortDisabledReason: string | undefined
  onSort: (columnId: string) => void
  /** Every row of the table, rendered or not. */
  rows: readonly T[]
  rowId: (row: T) => string
  selection: Pick<RowSelection, 'selected' | 'onChange'> | undefined
}

/** Doesn't re-render when rows scroll. */
export const TableHead = memo(Head) as typeof Head

function Head<T>(props: TableHeadProps<T>) {
  const { columns, table, hasActions, chooser, sorting, isReading, sortDisabledReason } = props
  const { onSort, rows, rowId, selection } = props
  const t = useTexts()
  const actionsId = useId()
  // Who doesn't come near the header can't drag the end of a column.
  const [isNear, setNear] = useState(false)
  const Edge = useLoaded(loadColumnEdge, isNear, () => setNear(false))
  const selected = selection?.selected
  const state = useMemo(() => (selected ? allState(selected, rows, rowId) : 'none'), [selected, rows, rowId])
  return (
    <thead role="rowgroup" className={classes.head} onPointerEnter={() => setNear(true)}>
      <tr role="row" aria-rowindex={1} className={classes.row}>
        {selection && (
          <th role="columnheader" className={classes.selectCell} aria-label={t('selection.label')}>
            <SelectBox
              label={t('selectAll')}
              isChecked={state === 'all'}
              isPartly={state === 'some'}
              isDisabled={rows.length === 0}
              onToggle={() =>
                state === 'all' ? selection.onChange(new Set()) : selection.onChange(new Set(rows.map(rowId)), true)
              }
            />
          </th>
        )}
        {columns.map((column, index) => (
          <HeaderCell
            key={column.id}
            column={column}
            sorting={sorting}
            isReading={isReading}
            disabledReason={
              sortDisabledReason ??
              (canSort(column, rows) ? undefined : t('sortFewer', { most: column.readFirst?.atMost ?? 0 }))
            }
            onSort={() => onSort(column.id)}
            edge={
              Edge &&
              table !== undefined &&
              index < columns.length - 1 && (
                <Edge table={table} columns={props.allColumns} id={column.id} onPreview={props.onPreview} />
              )
            }
          />
        ))}
        {hasActions && (
          // Without the button to choose the columns in its name, which would be read before the actions of each row.
          <th role="columnheader" className={classes.headActions} aria-labelledby={actionsId}>
            <span id={actionsId} className={layout.hidden}>
              {t('actions')}
            </span>
            {chooser}
          </th>
        )}
      </tr>
    </thead>
  )
}
