const TICK_MS = 100

/** Begins to count seconds, and returns what ends it with their number: a stall of this process counts as a tenth at most. */
export function runningSeconds(): () => number {
  let ticks = 0
  const ticking = setInterval(() => ticks++, TICK_MS)
  return () => {
    clearInterval(ticking)
    return (ticks * TICK_MS) / 1000
  }
}
