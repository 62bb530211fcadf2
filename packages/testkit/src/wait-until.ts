import { setTimeout as delay } from 'node:timers/promises'

/**
 * Polls until `check` returns something other than `undefined` or `false`, and returns that. After the deadline it throws
 * with `what` it waited for and the last error of `check`. The default deadline allows for a slow start on a busy machine.
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
    if (Date.now() > until) throw new Error(`timed out after ${deadlineMs} ms: ${what}`, { cause: last })
    await delay(everyMs)
  }
}
