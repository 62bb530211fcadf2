import { useEffect, useState } from 'react'

/** How often a shown age moves on. */
const TICK_MS = 10_000

/** The time, in milliseconds since the epoch, as exact as an age needs it: what came after the last tick is no older than nothing. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
