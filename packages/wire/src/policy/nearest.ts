/** More differences than these are no slip of the hand. */
const MOST_DIFFERENCES = 3

/** The word that one may have meant, whatever the case; '' when none comes near. */
export function nearest(written: string, words: Iterable<string>): string {
  const wanted = written.toLowerCase()
  let best = ''
  let fewest = Math.min(MOST_DIFFERENCES, Math.floor(wanted.length / 3)) + 1
  for (const word of words) {
    if (Math.abs(word.length - wanted.length) >= fewest) continue
    const differences = distance(wanted, word.toLowerCase())
    if (differences < fewest) {
      fewest = differences
      best = word
    }
  }
  return best
}

/** Letters to add, leave out or change (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
