/** How often something that failed with a passing error is tried. */
export const MAX_ATTEMPTS = 5
const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000

/** Milliseconds before the next attempt: twice as many each time, of which up to half is random so that retries spread out. */
export function retryDelayMs(failedAttempts: number, random = Math.random): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failedAttempts - 1))
  return longest * (1 - random() / 2)
}
