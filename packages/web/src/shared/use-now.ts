import { useEffect, useState } from 'react'

/** How often a displayed age is updated. */
const TICK_MS = 10_000

/** The current time in milliseconds since the epoch, with which its component renders again at each tick. */
export function useNow(): number {
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  // Not that of the last tick: what arrived since then would be in the future.
  return Date.now()
}
