/** As many names as one reads. */
const SHOWN = 20

/** Names in one line: `a, b, c, and 17 more`. */
export function shortList(names: readonly string[], more: (count: number) => string): string {
  const shown = names.slice(0, SHOWN)
  return names.length > SHOWN ? [...shown, more(names.length - SHOWN)].join(', ') : shown.join(', ')
}
