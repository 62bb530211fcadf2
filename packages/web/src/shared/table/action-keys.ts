import type { RowAction } from './columns.tsx'
import type { TableSelection } from './DataTable.tsx'

interface ActionsOf<T> {
  actions: readonly RowAction<T>[]
  selection: Pick<TableSelection, 'selected' | 'actions'> | undefined
  /** Says why nothing was done. */
  say: (reason: string) => void
}

/**
 * The keys that run the action of a row: F2 renames, Shift+F10 and the menu key open its menu, Delete deletes the selected rows, or
 * the row if none is selected or the list has no deletion for a selection. Returns whether the key was one with an action.
 */
export function runActionKey<T>(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  row: T,
  element: ParentNode | null,
  { actions, selection, say }: ActionsOf<T>,
): boolean {
  if (key === 'F2') return run('rename', row, actions)
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return openMenu(element)
  if (key !== 'Delete') return false
  const ofSelected = selection?.selected.size ? selection.actions?.find(({ id }) => id === 'delete') : undefined
  if (ofSelected === undefined) return run('delete', row, actions)
  // Never another row than those that are selected.
  if (ofSelected.disabledReason === undefined) ofSelected.onSelect?.()
  else say(ofSelected.disabledReason)
  return true
}

function run<T>(id: string, row: T, actions: readonly RowAction<T>[]): boolean {
  const action = actions.find((one) => one.id === id && one.appliesTo?.(row) !== false)
  if (action?.onSelect === undefined || action.disabledReason?.(row) !== undefined) return false
  action.onSelect(row)
  return true
}

function openMenu(element: ParentNode | null): boolean {
  const opener = element?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  if (!opener) return false
  opener.focus()
  opener.click()
  return true
}
