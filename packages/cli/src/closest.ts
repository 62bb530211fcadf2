import { editDistance } from '@cooperage/wire'

/** The candidate that was probably meant: at most two typos away, or the only one with that beginning or end. */
export function closest(typed: string, candidates: readonly string[]): string | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, changes: editDistance(typed, candidate) }))
    .sort((a, b) => a.changes - b.changes)
  if (best !== undefined && best.changes <= Math.min(2, typed.length / 2)) return best.candidate
  const alike = candidates.filter((candidate) => candidate.startsWith(typed) || candidate.endsWith(typed))
  return alike.length === 1 ? alike[0] : undefined
}
