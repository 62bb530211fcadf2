/** What is seen of a list of rows of one height: the first row at its top, and how many rows its height takes. */
export interface RowWindow {
  first: number
  rows: number
}

export function rowWindow(scrollTop: number, height: number, rowHeight: number): RowWindow {
  return { first: Math.max(0, Math.floor(scrollTop / rowHeight)), rows: Math.ceil(height / rowHeight) + 1 }
}

/** The rows to draw, from the first to the one behind the last: those in sight and `overscan` more at each end. */
export function drawnRows({ first, rows }: RowWindow, count: number, overscan: number): [from: number, to: number] {
  // A list that has become shorter is scrolled by the browser a moment later.
  const top = Math.min(first, Math.max(0, count - rows))
  return [Math.max(0, top - overscan), Math.min(count, top + rows + overscan)]
}

/** Where to scroll so that a row is in sight; as it is when the row is already. `height` is that of the rows' own area. */
export function scrollTopFor(index: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = index * rowHeight
  if (top < scrollTop) return top
  return Math.max(scrollTop, top + rowHeight - height)
}
