import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Keeps the row at the top of the window where it is when rows are inserted or removed above it. Rows are recognised by
 * being the same object. At the very top nothing is held: there new rows may show.
 */
export function useScrollAnchor<T>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly T[],
  rowHeight: number,
): void {
  const shown = useRef(rows)
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = rows
    const element = scroller.current
    if (!element || before === rows) return
    const top = Math.floor(element.scrollTop / rowHeight)
    const anchor = before[top]
    if (top === 0 || anchor === undefined) return
    const index = rows.indexOf(anchor)
    if (index >= 0 && index !== top) element.scrollTop += (index - top) * rowHeight
  }, [scroller, rows, rowHeight])
}
