const TICK_MS = 100

/** Milliseconds that `work` takes while this process runs: a stall of the machine, however long, counts as a tenth of a second. */
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
