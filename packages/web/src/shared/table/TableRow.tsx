import { memo } from 'react'
import type { RowAction, ShownColumn } from './columns.tsx'
import classes from './DataTable.module.css'
import { RowActions } from './RowActions.tsx'
import type { RowLabels } from './row-labels.ts'
import { SelectBox } from './SelectBox.tsx'

interface TableRowProps<T> {
  id: string
  row: T
  index: number
  name: string
  labels: RowLabels
  columns: readonly ShownColumn<T>[]
  /** The column with the row's name; undefined on a phone, where one cell has the whole row. */
  headerId: string | undefined
  /** Columns whose cells are below the first one's, on a phone. */
  detailColumns: readonly ShownColumn<T>[]
  actions: readonly RowAction<T>[]
  /** Whether the table has an actions column, even if this row has no actions. */
  hasActions: boolean
  /** Whether all actions are in the menu. */
  hasMenuOnly: boolean
  opens: boolean
  isTabStop: boolean
  /** Undefined if rows can't be selected. */
  isSelected: boolean | undefined
  onPick: (id: string, isRange: boolean) => void
}

/** Re-renders only when the row itself changes, not when rows around it scroll. */
export const TableRow = memo(Row) as typeof Row

function Row<T>(props: TableRowProps<T>) {
  const { id, row, index, name, labels, columns, headerId, detailColumns, actions, isTabStop, isSelected, onPick } =
    props
  return (
    <tr
      role="row"
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-index={index}
      data-opens={props.opens || undefined}
      className={classes.row}
    >
      {isSelected !== undefined && (
        <td role="gridcell" className={classes.selectCell}>
          <SelectBox
            label={labels.select(name)}
            isChecked={isSelected}
            isTabStop={isTabStop}
            onToggle={({ nativeEvent }) => onPick(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => {
        const isHeader = column.id === headerId
        const Cell = isHeader ? 'th' : 'td'
        return (
          <Cell
            key={column.id}
            role={isHeader ? 'rowheader' : 'gridcell'}
            scope={isHeader ? 'row' : undefined}
            className={classes.cell}
            data-align={column.align}
          >
            {detailColumns.length === 0 ? (
              column.cell(row)
            ) : (
              <>
                <div className={classes.content}>{column.cell(row)}</div>
                <div className={classes.detail}>
                  {detailColumns.map((detail) => {
                    const content = detail.cell(row)
                    if (content === '') return null
                    return (
                      <span key={detail.id} data-phone={detail.onPhone}>
                        {detail.isNamedOnPhone && labels.detail(detail.header)}
                        {content}
                      </span>
                    )
                  })}
                </div>
              </>
            )}
          </Cell>
        )
      })}
      {props.hasActions && (
        <td role="gridcell" className={classes.actionCell}>
          <RowActions
            row={row}
            name={name}
            actions={actions}
            labels={labels}
            hasMenuOnly={props.hasMenuOnly}
            isTabStop={isTabStop}
          />
        </td>
      )}
    </tr>
  )
}
