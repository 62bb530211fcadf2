/** A key and its value, such as a tag. */
export interface Pair {
  key: string
  value: string
}

type PairProblem = 'duplicate' | 'nameless'

/** The pairs without empty rows. */
export function filledPairs(pairs: readonly Pair[]): Pair[] {
  return pairs.filter(({ key, value }) => key !== '' || value !== '')
}

/** The problem of each row: a value without a key, or a key that an earlier row has. Keys are case-sensitive. */
export function pairProblems(pairs: readonly Pair[]): (PairProblem | undefined)[] {
  const seen = new Set<string>()
  return pairs.map(({ key, value }) => {
    if (key === '') return value === '' ? undefined : 'nameless'
    if (seen.has(key)) return 'duplicate'
    seen.add(key)
    return undefined
  })
}

/** Whether all rows are valid. */
export function arePairsValid(pairs: readonly Pair[]): boolean {
  return pairProblems(pairs).every((problem) => problem === undefined)
}

/** `team=photo%20lab&year=2027`: pairs as the query string that is sent for tags. */
export function queryString(pairs: readonly Pair[]): string {
  return filledPairs(pairs)
    .map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')
}

/** The pairs of a query string. */
export function pairsOf(query: string): Pair[] {
  return [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }))
}
