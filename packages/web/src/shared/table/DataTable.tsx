import type { TableLayout } from '@cooperage/contract'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import {
  type CSSProperties,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../messages/use-texts.ts'
import { plainName } from '../text/visible-name.ts'
import { useDelayed } from '../use-delayed.ts'
import { focusList, LIST } from '../use-focus-return.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { type Column, canSort, nextSorting, type RowAction, type Sorting, shownColumn, sortRows } from './columns.tsx'
import classes from './DataTable.module.css'
import { rowLabels } from './row-labels.ts'
import { type SelectionAction, SelectionBar } from './SelectionBar.tsx'
import { toggled, withRange } from './selection.ts'
import { TableHead } from './TableHead.tsx'
import { TableRow } from './TableRow.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'
import { isFlexible, leastWidth, shownOf, trackOf, useTableLayout } from './table-layout.ts'
import { useReadFirst } from './use-read-first.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useRowKeys } from './use-row-keys.ts'
import type { RowSelection } from './use-row-selection.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

/** Row geometry of every table (spec core-console 9); on a phone a row has two lines. */
const HEAD_HEIGHT = 40
const ROW_HEIGHT = 40
const COMPACT_ROW_HEIGHT = 56
const COMPACT_TALL_HEIGHT = 68
/** A row of a table with one column has no second line. */
const COMPACT_LINE_HEIGHT = 44
const SELECTION_WIDTH = 45
const ACTIONS_MIN_WIDTH = 80
const OVERSCAN = 10

/** Table width below which the phone layout is used. */
export const COMPACT_BELOW = 640
const BUSY_AFTER_MS = 100

const NO_ACTIONS: readonly never[] = []

export interface TableSelection extends Pick<RowSelection, 'selected' | 'onChange'> {
  /**
   * What can be done with the selected rows, in the bar that appears with the first of them; absent for a list that only chooses.
   * The Delete key runs the one with the id `delete`.
   */
  actions?: readonly SelectionAction[]
  /** Says what is selected, if that is more than a count. */
  summary?: string | undefined
}

export interface DataTableProps<T> {
  /** Identifies the table; with it columns can be hidden, moved and resized, which is kept for the account. */
  id?: string
  /** The accessible name of the table. */
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  /** Identity of a row; never displayed. */
  rowId: (row: T) => string
  /** The name of a row in the labels of its controls. */
  rowName: (row: T) => string
  /** Opens a row, on click and Enter; undefined for rows that don't open. */
  onOpen?: (row: T) => (() => void) | undefined
  /** Shows a row beside the table when it gets the focus or is clicked, which then doesn’t open it; undefined for rows without. */
  onShow?: (row: T) => (() => void) | undefined
  actions?: readonly RowAction<T>[]
  selection?: TableSelection | undefined
  /** Groups rows in every sort order: lower ranks come first. */
  rank?: (row: T) => number
  /** Why sorting isn't possible now. */
  sortDisabledReason?: string | undefined
  /** The rows are sorted where they come from: by which column, and what a click on a header does. */
  sortedBy?: { sorting: Sorting; onSort: (columnId: string) => void }
  /** Called when the last rows come into view, to load more. */
  onNearEnd?: () => void
  isLoading: boolean
  /** Shown above the skeleton while the first rows are loading. */
  loadingText?: string
  /** Replaces the rows: a failure, or an empty state. */
  instead?: ReactNode
}

/**
 * The table of all lists: virtual rows, sorting, selection, row actions, keyboard navigation. It renders and sorts plain arrays
 * itself: row models of table libraries take some 600 bytes and 5 µs per row, for lists of a million.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const {
    id,
    label,
    rowId,
    rowName,
    onOpen,
    onShow,
    actions = NO_ACTIONS,
    selection,
    rank,
    sortDisabledReason,
    sortedBy,
    onNearEnd,
    isLoading,
  } = props
  const t = useTexts()
  const labels = useMemo(() => rowLabels(t), [t])
  const card = useRef<HTMLDivElement>(null)
  const { ref: measured, width } = useElementSize<HTMLDivElement>()
  const cardRef = useMergedRef(card, measured)
  const isCompact = width > 0 && width < COMPACT_BELOW
  const layout = useTableLayout(id)
  const [preview, setPreview] = useState<TableLayout>()
  const columns = useMemo(() => shownOf(props.columns, layout).map(shownColumn), [props.columns, layout])
  const ownTracks = columns.map((column) => trackOf(column, preview ?? layout))
  const rowHeight = isCompact ? compactHeight(columns) : ROW_HEIGHT
  const [sorting, setSorting] = useState<Sorting>()
  const sortedColumn = columns.find((column) => column.id === sorting?.columnId)
  const isSortable = sortDisabledReason === undefined && canSort(sortedColumn, props.rows)
  const order = isSortable ? sorting : undefined
  const { read, isReading } = useReadFirst(isSortable ? sortedColumn : undefined, props.rows)
  const isLongRead = useDelayed(isReading, BUSY_AFTER_MS)
  const isSorted = sortedBy !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read changes the order
  const rows = useMemo(
    () => (isSorted ? props.rows : sortRows(props.rows, columns, order, rank)),
    [props.rows, columns, order, rank, isSorted, read],
  )

  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualRows(scroller, {
    count: rows.length,
    rowHeight,
    headHeight: HEAD_HEIGHT,
    overscan: OVERSCAN,
  })
  const { drawn, scrollToRow } = virtual
  useScrollAnchor(rows, virtual)
  const isNearEnd = (drawn.at(-1) ?? 0) >= rows.length - OVERSCAN
  useEffect(() => {
    if (isNearEnd) onNearEnd?.()
  }, [isNearEnd, onNearEnd])

  const focus = useRowFocus(rows, scroller, scrollToRow)
  const lastPicked = useRef<string>(undefined)
  const pick = useCallback(
    (id: string, isRange: boolean) => {
      if (!selection) return
      const from = lastPicked.current
      lastPicked.current = id
      const { selected } = selection
      const isFromTo = isRange && from !== undefined
      selection.onChange(isFromTo ? withRange(selected, rows.map(rowId), from, id) : toggled(selected, id))
    },
    [selection, rows, rowId],
  )

  const onSort = useCallback(
    (columnId: string) => {
      scrollToRow(0)
      if (sortedBy) sortedBy.onSort(columnId)
      else {
        const column = columns.find(({ id }) => id === columnId)
        setSorting((now) => nextSorting(now, columnId, column?.isLargestFirst))
      }
    },
    [scrollToRow, sortedBy, columns],
  )
  const chooser = useMemo(
    () => id !== undefined && <ColumnChooser table={id} columns={props.columns} drawn={scroller} />,
    [id, props.columns],
  )

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const row = focus.rowOf(event.target)
    if (row !== undefined && !isOnControl(event.target)) (onShow?.(row) ?? onOpen?.(row))?.()
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = focus.rowOf(event.target)
    if (row === undefined) return
    focus.setActiveId(rowId(row))
    onShow?.(row)?.()
  }
  const onKeyDown = useRowKeys({
    ...{ rows, rowId, focus, selection, actions, onOpen },
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    onPick: pick,
  })

  const isActive = (index: number) => {
    const row = rows[index]
    return row !== undefined && rowId(row) === focus.activeId
  }
  // Before a row had the focus, the tab order has one of every ten: when it changes, two rows are rendered again.
  const tabStop = drawn.find(isActive) ?? drawn.find((index) => index % OVERSCAN === 0) ?? drawn[0]
  const first = columns.find(({ isFirstOnPhone }) => isFirstOnPhone) ?? columns[0]
  const [shownColumns, detailColumns] = useMemo(() => {
    if (!isCompact) return [columns, []]
    const others = columns.filter((column) => column !== first && column.onPhone !== 'hidden')
    return [first === undefined ? [] : [first], others]
  }, [isCompact, columns, first])
  const hasActions = actions.length > 0 || id !== undefined
  const buttons =
    actions.filter(({ isInMenu }) => !isInMenu).length + (actions.some(({ isInMenu }) => isInMenu) ? 1 : 0)
  const buttonsWidth = Math.max(ACTIONS_MIN_WIDTH, buttons * 36 + 20)
  const least = ownTracks.reduce((sum, track) => sum + leastWidth(track), selection ? SELECTION_WIDTH : 0)
  // One button is in the way of less than five in a table that has to be scrolled sideways.
  const isTight = isCompact || (width > 0 && buttons > 2 && least + buttonsWidth > width)
  const actionsWidth = isCompact ? 56 : isTight ? ACTIONS_MIN_WIDTH : buttonsWidth
  const tracks = [
    ...(selection ? [`${SELECTION_WIDTH}px`] : []),
    ...(isCompact ? ['minmax(0, 1fr)'] : ownTracks),
    // If all columns have a width, the actions have the rest.
    ...(hasActions
      ? [isCompact || ownTracks.some(isFlexible) ? `${actionsWidth}px` : `minmax(${actionsWidth}px, 1fr)`]
      : []),
  ]
  const showsSkeleton = useDelayed(isLoading && rows.length === 0, BUSY_AFTER_MS)

  return (
    <div ref={cardRef} className={classes.card} data-compact={isCompact || undefined} {...{ [LIST]: true }}>
      <div
        ref={scroller}
        className={classes.scroller}
        style={{ '--table-columns': tracks.join(' '), '--row-height': `${rowHeight}px` } as CSSProperties}
      >
        <table
          role="grid"
          aria-label={label}
          aria-rowcount={rows.length + 1}
          aria-multiselectable={selection ? true : undefined}
          aria-busy={isLoading || isLongRead}
          className={classes.grid}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
        >
          <TableHead
            columns={shownColumns}
            table={isCompact ? undefined : id}
            allColumns={props.columns}
            onPreview={setPreview}
            hasActions={hasActions}
            chooser={chooser}
            sorting={sortedBy?.sorting ?? order}
            isReading={isLongRead}
            sortDisabledReason={sortDisabledReason}
            onSort={onSort}
            rows={rows}
            rowId={rowId}
            selection={selection}
          />
          <tbody role="rowgroup" className={classes.body} style={{ height: virtual.height, paddingTop: virtual.above }}>
            {drawn.map((index) => {
              const row = rows[index]
              if (row === undefined) return null
              const id = rowId(row)
              return (
                <TableRow
                  key={id}
                  row={row}
                  index={index}
                  name={plainName(rowName(row))}
                  labels={labels}
                  columns={shownColumns}
                  headerId={isCompact ? undefined : first?.id}
                  detailColumns={detailColumns}
                  actions={actions}
                  hasActions={hasActions}
                  hasMenuOnly={isTight}
                  opens={onOpen?.(row) !== undefined}
                  isTabStop={index === tabStop}
                  isSelected={selection ? selection.selected.has(id) : undefined}
                  id={id}
                  onPick={pick}
                />
              )
            })}
          </tbody>
        </table>
        {showsSkeleton && <TableSkeleton text={props.loadingText} />}
        {rows.length === 0 && !isLoading && <div className={classes.instead}>{props.instead}</div>}
      </div>
      {selection?.actions && (
        <SelectionBar
          count={selection.selected.size}
          summary={selection.summary}
          actions={selection.actions}
          isCompact={isCompact}
          onClear={() => {
            selection.onChange(new Set())
            focusList(card.current)
          }}
        />
      )}
    </div>
  )
}

function compactHeight(columns: readonly Column<never>[]): number {
  if (columns.length === 1) return COMPACT_LINE_HEIGHT
  return columns.some(({ onPhone }) => onPhone === 'ownLine') ? COMPACT_TALL_HEIGHT : COMPACT_ROW_HEIGHT
}

/** Whether a click in a row was on one of its controls, or selected text. */
function isOnControl(target: EventTarget): boolean {
  if (target instanceof Element && target.closest('a, button, input, label')) return true
  return (window.getSelection()?.toString() ?? '') !== ''
}
