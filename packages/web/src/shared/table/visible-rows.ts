/** The visible part of a list of rows of one height: the first row, and how many rows fit. */
export interface RowWindow {
  first: number
  rows: number
}

/** Rows from the first to the one after the last. */
export interface RowRange {
  from: number
  to: number
}

export const NO_ROWS: RowRange = { from: 0, to: 0 }

/** `top` and `height` in pixels: above the visible part, and of it. */
export function rowWindow(top: number, height: number, rowHeight: number): RowWindow {
  return { first: Math.max(0, Math.floor(top / rowHeight)), rows: Math.ceil(height / rowHeight) + 1 }
}

/** The rows to render: the visible ones and `overscan` more at each end. */
export function drawnRows({ first, rows }: RowWindow, count: number, overscan: number): RowRange {
  // After a list became shorter, the browser adjusts its scroll position a moment later.
  const top = Math.min(first, Math.max(0, count - rows))
  return { from: Math.max(0, top - overscan), to: Math.min(count, top + rows + overscan) }
}

/**
 * The next step from the rendered rows to the wanted ones: at most `most` new rows, visible ones first, starting at `anchor` if
 * none of them is rendered yet. A row takes about two milliseconds to render, so rendering all in one step would cause a stutter.
 */
export function nextRows(drawn: RowRange, seen: RowRange, wanted: RowRange, most: number, anchor: number): RowRange {
  let { from, to } = { from: Math.max(drawn.from, wanted.from), to: Math.min(drawn.to, wanted.to) }
  if (Math.min(to, seen.to) <= Math.max(from, seen.from)) {
    const isAnchorSeen = anchor >= seen.from && anchor < seen.to
    from = isAnchorSeen ? Math.max(seen.from, Math.min(anchor, seen.to - most)) : seen.from
    to = from
  }
  let left = most
  for (const { from: top, to: bottom } of [seen, wanted]) {
    const below = Math.min(left, Math.max(0, bottom - to))
    const above = Math.min(left - below, Math.max(0, from - top))
    to += below
    from -= above
    left -= below + above
  }
  return { from, to }
}

/** The scroll position that makes a row visible; unchanged if it is already. */
export function topFor(index: number, top: number, height: number, rowHeight: number): number {
  const above = index * rowHeight
  if (above < top) return above
  return Math.max(top, above + rowHeight - height)
}
