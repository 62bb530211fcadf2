/** How many single-character changes lead from one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [line, char] of [...from].entries()) {
    const next = [line + 1]
    for (let column = 1; column <= to.length; column++) {
      const change = (row[column - 1] ?? 0) + (to[column - 1] === char ? 0 : 1)
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}

/** The candidate that was probably meant: at most two typing errors away, or the only one that begins or ends so. */
export function closest(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, changes: distance(typed, candidate) }))
    .sort((a, b) => a.changes - b.changes)
  if (best !== undefined && best.changes <= Math.min(2, typed.length / 2)) return best.candidate
  const alike = candidates.filter((candidate) => candidate.startsWith(typed) || candidate.endsWith(typed))
  return alike.length === 1 ? alike[0] : undefined
}
