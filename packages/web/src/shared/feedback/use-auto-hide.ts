import { useEffect, useEffectEvent } from 'react'

/** Calls `hide` after `delayMs`. Paused while `isPaused`; the full delay starts again when the pause ends. */
export function useAutoHide(delayMs: number, isPaused: boolean, hide: () => void): void {
  const onTime = useEffectEvent(hide)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => onTime(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs, isPaused])
}
