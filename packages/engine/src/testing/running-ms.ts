const TICK_MS = 100

/** Duration of `work` in milliseconds, counted in ticks so that a stall of the machine counts as one tenth of a second at most. */
export async function runningMs(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0
  const ticking = setInterval(() => ticks++, TICK_MS)
  try {
    await work()
  } finally {
    clearInterval(ticking)
  }
  return ticks * TICK_MS
}
