import { useCallback, useEffect, useState } from 'react'

const now = () => Math.floor(Date.now() / 1000)

/** The time that the widgets show, which advances with each refresh while the tab is visible; 0 seconds: never automatically. */
export function useBoardClock(refreshSeconds: number): { nowSeconds: number; tick: () => void } {
  const [nowSeconds, setNowSeconds] = useState(now)
  const tick = useCallback(() => setNowSeconds(now()), [])
  useEffect(() => {
    if (refreshSeconds === 0) return
    const timer = setInterval(() => document.visibilityState === 'visible' && tick(), refreshSeconds * 1000)
    return () => clearInterval(timer)
  }, [refreshSeconds, tick])
  return { nowSeconds, tick }
}
