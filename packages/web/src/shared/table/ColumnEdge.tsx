import type { TableLayout } from '@cooperage/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { PointerEvent } from 'react'
import type { Column } from './columns.tsx'
import classes from './DataTable.module.css'
import { keepLayout, movedEdge, withColumn } from './layout-changes.ts'
import { isFlexible, trackOf, useTableLayout } from './table-layout.ts'

export interface ColumnEdgeProps {
  table: string
  /** All columns of the table. */
  columns: readonly Pick<Column<unknown>, 'id' | 'isHiddenAtFirst' | 'width'>[]
  /** The column before the boundary. */
  id: string
  /** Draws a layout that isn't kept yet; undefined for the one that is. */
  onPreview: (layout: TableLayout | undefined) => void
}

/**
 * The boundary between the headers of two columns, which is dragged; a double click gives the first one its own width again. With
 * the keyboard the list of the columns does both.
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
    const from = event.clientX
    const forward = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
    const shown = [...(cell.parentElement?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].flatMap(
      ({ dataset, offsetWidth: width }) => {
        const column = columns.find((one) => one.id === dataset.column)
        return column ? [{ id: column.id, width, isFlexible: isFlexible(trackOf(column, layout)) }] : []
      },
    )
    let next: TableLayout | undefined
    const move = ({ clientX }: globalThis.PointerEvent) => {
      next = movedEdge(columns, layout, shown, id, forward * (clientX - from))
      onPreview(next)
    }
    const end = ({ type }: Event) => {
      edge.removeEventListener('pointermove', move)
      for (const name of ENDS) edge.removeEventListener(name, end)
      if (next && type === 'pointerup') keepLayout(client, table, next)
      onPreview(undefined)
    }
    edge.addEventListener('pointermove', move)
    for (const name of ENDS) edge.addEventListener(name, end)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: with the keyboard, the list of the columns does the same
    <span
      data-edge=""
      className={classes.edge}
      onPointerDown={start}
      onDoubleClick={() => keepLayout(client, table, withColumn(columns, layout, id, { width: undefined }))}
    />
  )
}

const ENDS = ['pointerup', 'pointercancel'] as const
