import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ListHeights, placeOf, type ScrollPlace, scrolledTo, TALLEST } from './scroll-place.ts'
import { drawnRows, NO_ROWS, nextRows, type RowRange, type RowWindow, rowWindow, topFor } from './visible-rows.ts'

export interface VirtualRows {
  /** The indexes of the rows to render. */
  drawn: readonly number[]
  /** The height of the scrolled area without its header, and the part above the rows; in pixels. */
  height: number
  above: number
  scrollToRow: (index: number) => void
  /** The row at the top of the visible part. */
  firstRow: () => number
  /** Scrolls by this many rows, after rows were inserted or removed above. */
  moveBy: (rows: number) => void
}

interface Drawing {
  window: RowWindow
  /** Pixels by which the positions of the rows are below those in the scrolled area. */
  shift: number
  /** The rows of the last render. */
  rows: RowRange
  /** The row that was scrolled to, which is rendered first. */
  anchor: number
}

/** Rows rendered in one step: more would cause a visible stutter. */
const ROWS_AT_ONCE = 10
/**
 * The part of the overscan that may be used up before scrolling renders rows again: a frame that renders anything lays out,
 * paints and layers the page anew, so rows that come one by one cost more than some at a time.
 */
const SHARE_OF_OVERSCAN = 0.4

/**
 * Renders only the visible rows of any number, a few at a time. All rows have one height, so a division replaces the measuring
 * of libraries, which weigh 9 kB. `headHeight` is what stays at the top of the scroller and covers rows.
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
  const place = useRef<ScrollPlace>({ top: 0, scrollTop: 0 })
  const [drawing, setDrawing] = useState<Drawing>(() => ({
    window: rowWindow(0, window.innerHeight, rowHeight),
    shift: 0,
    rows: NO_ROWS,
    anchor: 0,
  }))
  /** All rows to render, and those to render next. */
  const stepFrom = useCallback(
    ({ window, rows: before, anchor }: Drawing) => {
      const all = drawnRows(window, count, overscan)
      return { all, rows: nextRows(before, drawnRows(window, count, 0), all, ROWS_AT_ONCE, anchor) }
    },
    [count, overscan],
  )
  const { all, rows } = stepFrom(drawing)

  useEffect(() => {
    if (isSame(rows, all)) return
    // One step per frame: everything rendered within a frame blocks it.
    const frame = requestAnimationFrame(() =>
      startTransition(() => setDrawing((now) => ({ ...now, rows: stepFrom(now).rows }))),
    )
    return () => cancelAnimationFrame(frame)
  }, [rows, all, stepFrom])

  /** Takes over the browser's scroll position, and continues from there. */
  const go = useCallback(
    (next = (now: ScrollPlace, _: ListHeights) => now, anchor?: number) => {
      const element = scroller.current
      if (!element) return
      const heights = { all: headHeight + count * rowHeight, seen: element.clientHeight }
      const { top, scrollTop } = next(scrolledTo(element.scrollTop, place.current, heights), heights)
      if (scrollTop !== element.scrollTop) element.scrollTop = scrollTop
      // Read back, since browsers round it.
      place.current = { top, scrollTop: element.scrollTop }
      const window = rowWindow(top, heights.seen, rowHeight)
      const shift = top - place.current.scrollTop
      setDrawing((now) => {
        const next = { window, shift, anchor: anchor ?? now.anchor }
        const isThere =
          Math.abs(now.window.first - window.first) < Math.max(1, overscan * SHARE_OF_OVERSCAN) &&
          now.window.rows === window.rows &&
          now.shift === shift &&
          now.anchor === next.anchor
        if (isThere) return now
        return { ...next, rows: stepFrom(now).rows }
      })
    },
    [scroller, count, rowHeight, headHeight, overscan, stepFrom],
  )

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => go()
    // Synchronously, otherwise a fast scroll would show an empty area for a frame.
    const onScroll = () => flushSync(look)
    const resized = new ResizeObserver(look)
    look()
    resized.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, go])

  const scrollToRow = useCallback(
    (index: number) =>
      go((now, heights) => placeOf(topFor(index, now.top, heights.seen - headHeight, rowHeight), now, heights), index),
    [go, headHeight, rowHeight],
  )
  const firstRow = useCallback(() => Math.floor(place.current.top / rowHeight), [rowHeight])
  const moveBy = useCallback(
    (rows: number) => go((now, heights) => placeOf(now.top + rows * rowHeight, now, heights)),
    [go, rowHeight],
  )

  return {
    drawn: Array.from({ length: rows.to - rows.from }, (_, at) => rows.from + at),
    height: Math.min(count * rowHeight, TALLEST - headHeight),
    above: rows.from * rowHeight - drawing.shift,
    scrollToRow,
    firstRow,
    moveBy,
  }
}

function isSame(one: RowRange, other: RowRange): boolean {
  return one.from === other.from && one.to === other.to
}
