/** Wrong codes in a row without a delay. */
const FREE = 5
const LONGEST_WAIT_MS = 60 * 60_000

/**
 * How long an account waits after its nth wrong code in a row: an hour in the end, so that guessing a code of six digits, three of
 * which are valid, succeeds in a year with a probability of 3 %. The count has no end but a right code: whoever guesses has the
 * keys already.
 */
export function waitAfter(failures: number): number {
  return failures <= FREE ? 0 : Math.min(1000 * 2 ** (failures - FREE - 1), LONGEST_WAIT_MS)
}
