import { type KeyboardEvent, useRef } from 'react'
import type { RowAction } from './columns.tsx'
import { type Selection, withRange } from './selection.ts'
import type { RowFocus } from './use-row-focus.ts'
import type { RowSelection } from './use-row-selection.ts'

interface RowKeysOf<T> {
  rows: readonly T[]
  rowId: (row: T) => string
  focus: RowFocus<T>
  /** How many rows a page key moves by. */
  pageRows: () => number
  selection: Pick<RowSelection, 'selected' | 'onChange'> | undefined
  actions: readonly RowAction<T>[]
  onOpen: ((row: T) => (() => void) | undefined) | undefined
  /** Deletes the selected rows, or says why it can't. */
  onDeleteSelected: (() => void) | undefined
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
 * The keys of a table, as in a file manager: arrows move and with Shift select, Ctrl+A selects all, Enter opens, Delete deletes,
 * F2 renames, Shift+F10 opens the menu of the row. What a row has no action for is left to the browser.
 */
export function useRowKeys<T>(of: RowKeysOf<T>): (event: KeyboardEvent<HTMLElement>) => void {
  const { rows, rowId, focus, selection, actions, onOpen, onDeleteSelected, onPick } = of
  const anchor = useRef<Anchor>(undefined)

  const selectTo = (from: T, to: number) => {
    const target = rows[to]
    if (selection === undefined || target === undefined) return
    const begun = anchor.current?.to === rowId(from) ? anchor.current : { id: rowId(from), before: selection.selected }
    anchor.current = { ...begun, to: rowId(target) }
    selection.onChange(withRange(begun.before, rows.map(rowId), begun.id, rowId(target)))
  }
  const run = (id: string, row: T): boolean => {
    const action = actions.find((one) => one.id === id && one.appliesTo?.(row) !== false)
    if (action?.onSelect === undefined || action.disabledReason?.(row) !== undefined) return false
    action.onSelect(row)
    return true
  }
  /** Whether the key did something. */
  const onRow = (event: KeyboardEvent<HTMLElement>, row: T): boolean => {
    if (event.key === ' ' && selection) onPick(rowId(row), event.shiftKey)
    else if (event.key === 'Enter') onOpen?.(row)?.()
    else if (event.key === 'F2') return run('rename', row)
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) return openMenu(event.target)
    else if (event.key === 'Delete') {
      if (selection && selection.selected.size > 0 && onDeleteSelected) onDeleteSelected()
      else return run('delete', row)
    } else return false
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

function openMenu(row: EventTarget): boolean {
  const opener = row instanceof Element ? row.querySelector<HTMLElement>('[aria-haspopup="menu"]') : null
  if (opener === null) return false
  opener.focus()
  opener.click()
  return true
}
