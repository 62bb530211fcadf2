import { type KeyboardEvent, useRef } from 'react'
import { showNotice } from '../feedback/messages.ts'
import { runActionKey } from './action-keys.ts'
import type { RowAction } from './columns.tsx'
import type { TableSelection } from './DataTable.tsx'
import { type Selection, withRange } from './selection.ts'
import type { RowFocus } from './use-row-focus.ts'

interface RowKeysOf<T> {
  rows: readonly T[]
  rowId: (row: T) => string
  focus: RowFocus<T>
  /** How many rows a page key moves by. */
  pageRows: () => number
  selection: TableSelection | undefined
  actions: readonly RowAction<T>[]
  onOpen: ((row: T) => (() => void) | undefined) | undefined
  onPick: (id: string, isRange: boolean) => void
}

/** Where a selection with Shift began, and what was selected before. */
interface Anchor {
  id: string
  before: Selection
  /** The row that it reaches; if another one has the focus, a new selection begins. */
  to: string
}

/**
 * The keys of a table, as in a file manager: arrows move and with Shift select, Ctrl+A selects all, Enter opens, and
 * others run the row's actions (see {@link runActionKey}). What a row has no action for is left to the browser.
 */
export function useRowKeys<T>(of: RowKeysOf<T>): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, rowId, focus, selection, actions, onOpen, onPick } = of
  const anchor = useRef<Anchor>(undefined)

  const selectTo = (from: T, to: number) => {
    const target = rows[to]
    if (selection === undefined || target === undefined) return
    const begun = anchor.current?.to === rowId(from) ? anchor.current : { id: rowId(from), before: selection.selected }
    anchor.current = { ...begun, to: rowId(target) }
    selection.onChange(withRange(begun.before, rows.map(rowId), begun.id, rowId(target)))
  }
  /** Whether the key did something. */
  const onRow = (event: KeyboardEvent<HTMLElement>, row: T): boolean => {
    if (event.key === ' ' && selection) onPick(rowId(row), event.shiftKey)
    else if (event.key === 'Enter') onOpen?.(row)?.()
    else {
      const element = event.target instanceof Element ? event.target : null
      return runActionKey(event, row, element, { actions, selection, say: showNotice })
    }
    return true
  }

  return (event) => {
    const row = focus.rowOf(event.target)
    if (row === undefined || event.altKey) return
    const isOnRow = event.target instanceof HTMLTableRowElement
    if (event.ctrlKey || event.metaKey) {
      if (!isOnRow || !selection || event.key.toLowerCase() !== 'a' || event.shiftKey) return
      event.preventDefault()
      selection.onChange(new Set(rows.map(rowId)), true)
      return
    }
    const moved = focus.move(event.target, event.key, of.pageRows())
    if (moved !== undefined) {
      event.preventDefault()
      if (event.shiftKey && isOnRow) selectTo(row, moved)
      else anchor.current = undefined
    } else if (isOnRow && onRow(event, row)) event.preventDefault()
  }
}
