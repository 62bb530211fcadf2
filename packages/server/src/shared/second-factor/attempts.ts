/** Wrong codes without a delay. */
const FREE = 5
const LONGEST_WAIT_MS = 60 * 60_000

/**
 * How long an account waits after its nth wrong code: an hour in the end. Whoever guesses has the keys already, so nothing but a
 * right code lowers the count, by half. Three codes of six digits are valid at a time: a year of guessing succeeds with a
 * probability of 3 %, and of 4 % if the owner enters three right codes a day.
 */
export function waitAfter(failures: number): number {
  return failures <= FREE ? 0 : Math.min(1000 * 2 ** (failures - FREE - 1), LONGEST_WAIT_MS)
}
