import { setTimeout as delay } from 'node:timers/promises'

/** For a program to answer: a busy machine takes its time to start one. One that ends is told at once. */
export const START_DEADLINE = { deadlineMs: 60_000 }

/**
 * Asks again until `check` gives something other than `undefined` or `false`, and returns that. Past the deadline it
 * throws with `what` was waited for and the last error of `check`.
 */
export async function waitUntil<T>(
  what: string,
  check: () => T | Promise<T>,
  { deadlineMs = 60_000, everyMs = 25 } = {},
): Promise<Exclude<T, undefined | false>> {
  const until = Date.now() + deadlineMs
  let last: unknown
  for (;;) {
    try {
      const found = await check()
      if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>
    } catch (error) {
      last = error
    }
    if (Date.now() > until) throw new Error(`waited ${deadlineMs} ms in vain: ${what}`, { cause: last })
    await delay(everyMs)
  }
}
