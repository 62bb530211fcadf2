import { editDistance } from '../edit-distance.ts'

/** More differences than these are no slip of the hand. */
const MOST_DIFFERENCES = 3

/** The word that one may have meant, whatever the case; '' when none comes near. */
export function nearest(written: string, words: Iterable<string>): string {
  const wanted = written.toLowerCase()
  let best = ''
  let fewest = Math.min(MOST_DIFFERENCES, Math.floor(wanted.length / 3)) + 1
  for (const word of words) {
    if (Math.abs(word.length - wanted.length) >= fewest) continue
    const differences = editDistance(wanted, word.toLowerCase())
    if (differences < fewest) {
      fewest = differences
      best = word
    }
  }
  return best
}
