/** Compares by UTF-16 code units, for names and keys in responses: the order doesn't depend on a language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The entries of an object in the order of their names. */
export function sortedEntries<Value>(object: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(object).sort(([a], [b]) => compareText(a, b))
}

/** Compares names with numbers in them as people count: `pool-2` is before `pool-10`. */
export const compareNumbered = new Intl.Collator('en', { numeric: true }).compare
