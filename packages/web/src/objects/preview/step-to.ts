/** Which of `count` objects a key shows when the one at `index` is shown; undefined for other keys. */
export function stepTo(key: string, index: number, count: number): number | undefined {
  if (count === 0 || index < 0) return undefined
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 }[key]
  return to === undefined ? undefined : Math.min(count - 1, Math.max(0, to))
}
