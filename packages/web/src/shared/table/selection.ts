export type Selection = ReadonlySet<string>

/** Selects or clears one row. */
export function toggled(selection: Selection, id: string): Selection {
  const next = new Set(selection)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Selects all rows between two rows, both included, in addition to the selection. */
export function withRange(selection: Selection, ids: readonly string[], from: string, to: string): Selection {
  const a = ids.indexOf(from)
  const b = ids.indexOf(to)
  if (a < 0 || b < 0) return toggled(selection, to)
  return new Set([...selection, ...ids.slice(Math.min(a, b), Math.max(a, b) + 1)])
}

/** State of the select-all checkbox. */
export function allState<T>(
  selection: Selection,
  rows: readonly T[],
  rowId: (row: T) => string,
): 'none' | 'some' | 'all' {
  if (selection.size === 0 || rows.length === 0) return 'none'
  const isSelected = (row: T) => selection.has(rowId(row))
  if (selection.size >= rows.length && rows.every(isSelected)) return 'all'
  return rows.some(isSelected) ? 'some' : 'none'
}

/** The names with the chosen ones first, otherwise in their order. */
export function chosenFirst(names: readonly string[], chosen: Selection): readonly string[] {
  const isChosen = (name: string) => chosen.has(name)
  return chosen.size === 0 ? names : [...names.filter(isChosen), ...names.filter((name) => !isChosen(name))]
}
