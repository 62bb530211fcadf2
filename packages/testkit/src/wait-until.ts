import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks again until `check` gives something other than `undefined` or `false`, and returns that. Past the deadline it
 * throws with `what` was waited for and the last error of `check`. The default is for a program to answer, for which a busy
 * machine takes its time.
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
