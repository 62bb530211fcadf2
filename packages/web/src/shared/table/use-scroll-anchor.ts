import { useLayoutEffect, useRef } from 'react'
import type { VirtualRows } from './use-virtual-rows.ts'

/**
 * Keeps the top row in place when rows are inserted or removed above it. Rows are identified by being the same object. At the
 * very top nothing is anchored, so that new rows show.
 */
export function useScrollAnchor<T>(rows: readonly T[], { firstRow, moveBy }: VirtualRows): void {
  const shown = useRef(rows)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = rows
    const top = firstRow()
    const anchor = before[top]
    if (before === rows || top === 0 || anchor === undefined) return
    const index = rows.indexOf(anchor)
    if (index >= 0 && index !== top) moveBy(index - top)
  }, [rows, firstRow, moveBy])
}
