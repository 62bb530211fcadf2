import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Selection } from './selection.ts'

const NOTHING: Selection = new Set()

export interface RowSelection {
  selected: Selection
  /** Whether all rows are selected while some haven't arrived: nothing should be done to the selection yet. */
  isGrowing: boolean
  /** `isAll`: all rows were selected at once. */
  onChange: (selected: Selection, isAll?: boolean) => void
  clear: () => void
  /** Removes the rows that no longer exist. */
  drop: (isGone: (id: string) => boolean) => void
}

/**
 * The selection in a table whose rows arrive page by page: selecting all also selects those that arrive later, until the list is
 * complete. Rows that appear after that aren't selected without the visitor.
 */
export function useRowSelection<T>(rows: readonly T[], rowId: (row: T) => string, isComplete: boolean): RowSelection {
  const [chosen, setChosen] = useState(NOTHING)
  const [isAll, setAll] = useState(false)
  const selected = useMemo(() => (isAll ? new Set(rows.map(rowId)) : chosen), [isAll, rows, rowId, chosen])
  useEffect(() => {
    if (!isAll || !isComplete) return
    setChosen(selected)
    setAll(false)
  }, [isAll, isComplete, selected])
  return {
    selected,
    isGrowing: isAll && !isComplete,
    onChange: useCallback((next, all = false) => {
      setChosen(next)
      setAll(all)
    }, []),
    clear: useCallback(() => {
      setChosen(NOTHING)
      setAll(false)
    }, []),
    drop: useCallback((isGone) => setChosen((before) => new Set([...before].filter((id) => !isGone(id)))), []),
  }
}
