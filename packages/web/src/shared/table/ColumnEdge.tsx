import type { TableLayout } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { PointerEvent } from 'react'
import type { Column } from './columns.tsx'
import classes from './DataTable.module.css'
import { keepLayout, withColumn } from './layout-changes.ts'
import { isFlexible, trackOf, useTableLayout } from './table-layout.ts'

export interface ColumnEdgeProps {
  table: string
  /** All columns of the table. */
  columns: readonly Pick<Column<unknown>, 'id' | 'isHiddenAtFirst' | 'width'>[]
  /** The column that ends here. */
  id: string
  /** Draws a layout that isn't kept yet; undefined for the one that is. */
  onPreview: (layout: TableLayout | undefined) => void
}

/**
 * The end of a column's header, which is dragged to make the column wider or narrower; a double click gives it its own width again.
 * With the keyboard the list of the columns does both.
 */
export function ColumnEdge({ table, columns, id, onPreview }: ColumnEdgeProps) {
  const client = useQueryClient()
  const layout = useTableLayout(table)
  const start = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget
    const cell = edge.closest('th')
    if (event.button !== 0 || !cell) return
    event.preventDefault()
    edge.setPointerCapture(event.pointerId)
    const { clientX: from, pointerId } = event
    const { offsetWidth: before } = cell
    const forward = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
    const fixed = withFixed(cell)
    let next: TableLayout | undefined
    const move = ({ clientX }: globalThis.PointerEvent) => {
      next = withColumn(columns, fixed, id, { width: before + forward * (clientX - from) })
      onPreview(next)
    }
    const end = ({ type }: Event) => {
      edge.removeEventListener('pointermove', move)
      for (const name of ENDS) edge.removeEventListener(name, end)
      edge.releasePointerCapture(pointerId)
      if (next && type === 'pointerup') keepLayout(client, table, next)
      onPreview(undefined)
    }
    edge.addEventListener('pointermove', move)
    for (const name of ENDS) edge.addEventListener(name, end)
  }
  /** What gives way to the others would otherwise move the edge away from the pointer. */
  const withFixed = (cell: HTMLElement): TableLayout => {
    const cells = [...(cell.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [])]
    const until = cells.slice(0, cells.indexOf(cell))
    return until.reduce((fixed, { dataset, offsetWidth }) => {
      const column = columns.find((one) => one.id === dataset.column)
      if (!column || !isFlexible(trackOf(column, layout))) return fixed
      return withColumn(columns, fixed, column.id, { width: offsetWidth })
    }, layout)
  }
  return (
    <span
      role="presentation"
      className={classes.edge}
      onPointerDown={start}
      onDoubleClick={() => keepLayout(client, table, withColumn(columns, layout, id, { width: undefined }))}
    />
  )
}

const ENDS = ['pointerup', 'pointercancel'] as const
