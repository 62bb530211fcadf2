import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type ListHeights, placeOf, type ScrollPlace, scrolledTo, TALLEST } from './scroll-place.ts'
import { drawnRows, NO_ROWS, nextRows, type RowRange, type RowWindow, rowWindow, topFor } from './visible-rows.ts'

export interface VirtualRow {
  index: number
  /** Whether it is rendered with its controls, which follow after its text while the user scrolls. */
  isWhole: boolean
}

export interface VirtualRows {
  /** The rows to render. */
  drawn: readonly VirtualRow[]
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
  /** The rows of the last render, and those with controls. */
  rows: RowRange
  whole: RowRange
  /** The row that was scrolled to, which is rendered first. */
  anchor: number
  /** Whether the user scrolls: then controls wait until all rows have their text. */
  isScrolling: boolean
}

/** Rows rendered in one step: more would cause a visible stutter. */
const ROWS_AT_ONCE = 10

/**
 * Renders only the visible rows of any number, a few at a time. While the user scrolls, rows first appear without their
 * controls. All rows have one height, so a division replaces the measuring of libraries, which weigh 9 kB. `headHeight` is what
 * stays at the top of the scroller and covers rows.
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
    whole: NO_ROWS,
    anchor: 0,
    isScrolling: false,
  }))
  /** What to render next. */
  const stepFrom = useCallback(
    ({ window, rows: before, whole, anchor, isScrolling }: Drawing) => {
      const seen = drawnRows(window, count, 0)
      const all = drawnRows(window, count, overscan)
      const rows = nextRows(before, seen, all, ROWS_AT_ONCE, anchor)
      return { all, rows, whole: nextRows(whole, seen, rows, isScrolling ? 0 : ROWS_AT_ONCE, anchor) }
    },
    [count, overscan],
  )
  const { all, rows, whole } = stepFrom(drawing)

  useEffect(() => {
    if (isSame(rows, all) && isSame(whole, rows)) return
    const nextDrawing = (now: Drawing) => {
      const { all, rows, whole } = stepFrom(now)
      return { ...now, rows, whole, isScrolling: now.isScrolling && !isSame(rows, all) }
    }
    // One step per frame: everything rendered within a frame blocks it.
    const frame = requestAnimationFrame(() => startTransition(() => setDrawing(nextDrawing)))
    return () => cancelAnimationFrame(frame)
  }, [rows, whole, all, stepFrom])

  /** Takes over the browser's scroll position, and continues from there. */
  const go = useCallback(
    (isScrolling: boolean, next = (now: ScrollPlace, _: ListHeights) => now, anchor?: number) => {
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
          now.window.first === window.first &&
          now.window.rows === window.rows &&
          now.shift === shift &&
          now.anchor === next.anchor
        if (isThere) return now
        const { rows, whole } = stepFrom(now)
        return { ...next, rows, whole, isScrolling }
      })
    },
    [scroller, count, rowHeight, headHeight, stepFrom],
  )

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const look = () => go(false)
    // Synchronously, otherwise a fast scroll would show an empty area for a frame.
    const onScroll = () => flushSync(() => go(true))
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
      go(
        true,
        (now, heights) => placeOf(topFor(index, now.top, heights.seen - headHeight, rowHeight), now, heights),
        index,
      ),
    [go, headHeight, rowHeight],
  )
  const firstRow = useCallback(() => Math.floor(place.current.top / rowHeight), [rowHeight])
  const moveBy = useCallback(
    (rows: number) => go(true, (now, heights) => placeOf(now.top + rows * rowHeight, now, heights)),
    [go, rowHeight],
  )

  const drawn = Array.from({ length: rows.to - rows.from }, (_, at) => {
    const index = rows.from + at
    return { index, isWhole: index >= whole.from && index < whole.to }
  })
  return {
    drawn,
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
