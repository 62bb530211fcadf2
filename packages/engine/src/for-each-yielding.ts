import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long one request can block the event loop. */
const TURN_MS = 10

/** Calls `work` for each item in order, and yields to other requests when that takes long. */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  work: (item: Item) => unknown,
  now: () => number = () => performance.now(),
): Promise<void> {
  let since = now()
  for (const item of items) {
    const result = work(item)
    if (result instanceof Promise) await result
    if (now() - since < TURN_MS) continue
    await nextTurn()
    since = now()
  }
}
