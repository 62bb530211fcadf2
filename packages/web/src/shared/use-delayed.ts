import { useEffect, useState } from 'react'

/** True once `isOn` has held for `delayMs`: for what should not flash when it is over at once. */
export function useDelayed(isOn: boolean, delayMs: number): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setDue(true), delayMs)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [isOn, delayMs])
  return isOn && isDue
}
