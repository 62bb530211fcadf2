import { editDistance } from '../edit-distance.ts'

/** Words with more differences aren't typos. */
const MOST_DIFFERENCES = 3

/** The closest word, ignoring case; '' if none is similar. */
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
