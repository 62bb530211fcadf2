import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { drawnRows, rowWindow, scrollTopFor } from './visible-rows.ts'

export interface VirtualRow {
  index: number
  /** Where the row is in the scrolled area, in pixels. */
  top: number
}

export interface VirtualRows {
  /** The rows to draw. */
  drawn: readonly VirtualRow[]
  totalHeight: number
  scrollToRow: (index: number) => void
}

/**
 * Draws of any number of rows only those in sight. All rows have one height, so that it takes a division where libraries,
 * which measure each row, bring 9 kB. `headHeight` is what stays at the top of the scroller and hides rows.
 */
export function useVirtualRows(
  scroller: RefObject<HTMLElement | null>,
  {
    count,
    rowHeight,
    headHeight,
    overscan,
  }: { count: number; rowHeight: number; headHeight: number; overscan: number },
): VirtualRows {
  // What comes into sight by a leap is drawn by itself first, and what is around it when there is time.
  const [seen, setSeen] = useState(() => ({ ...rowWindow(0, window.innerHeight, rowHeight), margin: 0 }))
  useEffect(() => {
    if (seen.margin < overscan) startTransition(() => setSeen((before) => ({ ...before, margin: overscan })))
  }, [seen, overscan])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => {
      const next = rowWindow(element.scrollTop, element.clientHeight, rowHeight)
      setSeen((before) => {
        if (before.first === next.first && before.rows === next.rows) return before
        return { ...next, margin: Math.abs(next.first - before.first) < next.rows ? overscan : 0 }
      })
    }
    // At once, or a fast scroll would show an empty place for a frame.
    const onScroll = () => flushSync(look)
    const resized = new ResizeObserver(look)
    look()
    resized.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rowHeight, overscan])

  const scrollToRow = useCallback(
    (index: number) => {
      const element = scroller.current
      if (!element) return
      element.scrollTop = scrollTopFor(index, element.scrollTop, element.clientHeight - headHeight, rowHeight)
    },
    [scroller, headHeight, rowHeight],
  )

  const [from, to] = drawnRows(seen, count, seen.margin)
  const drawn = Array.from({ length: to - from }, (_, at) => ({ index: from + at, top: (from + at) * rowHeight }))
  return { drawn, totalHeight: count * rowHeight, scrollToRow }
}
