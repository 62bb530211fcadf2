import { useEffect, useState } from 'react'

/** How often a displayed age is updated. */
const TICK_MS = 10_000

/** The current time in milliseconds since the epoch, precise enough for an age: it is updated with each tick. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
