/** A key and its value, as tags are. */
export interface Pair {
  key: string
  value: string
}

export type PairProblem = 'duplicate' | 'nameless'

/** The pairs without rows in which nothing was written. */
export function filledPairs(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(({ key, value }) => key !== '' || value !== '')
}

/** What is wrong with each row: a value without a key, or a key that an earlier row has. Keys are told apart by case. */
export function pairProblems(pairs: readonly Pair[]): (PairProblem | undefined)[] {
  const seen = new Set<string>()
  return pairs.map(({ key, value }) => {
    if (key === '') return value === '' ? undefined : 'nameless'
    if (seen.has(key)) return 'duplicate'
    seen.add(key)
    return undefined
  })
}

/** Whether all rows can be sent. */
export function arePairsValid(pairs: readonly Pair[]): boolean {
  return pairProblems(pairs).every((problem) => problem === undefined)
}

/** `team=photo%20lab&year=2027`: pairs as the query string that tags are sent as. */
export function queryString(pairs: readonly Pair[]): string {
  return filledPairs(pairs)
    .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')
}

/** The pairs of a query string. */
export function pairsOf(query: string): Pair[] {
  return [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }))
}
