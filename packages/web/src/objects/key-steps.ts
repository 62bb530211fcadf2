/** The tile to which a key moves from the one at `from`, in rows of `columns`; undefined for other keys. */
export function gridStep(key: string, from: number, columns: number, count: number): number | undefined {
  const to = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns < 0 ? from : from - columns,
    ArrowDown: from + columns >= count ? from : from + columns,
    Home: 0,
    End: count - 1,
  }[key]
  return to === undefined || Number.isNaN(to) || count === 0 ? undefined : Math.min(count - 1, Math.max(0, to))
}

/** Which of `count` objects a key shows when the one at `index` is shown; undefined for other keys. */
export function stepTo(key: string, index: number, count: number): number | undefined {
  if (count === 0 || index < 0) return undefined
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[key]
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to))
}
