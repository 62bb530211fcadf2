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
