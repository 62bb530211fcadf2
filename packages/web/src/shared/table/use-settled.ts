import { useEffect, useState } from 'react'

const REST_MS = 150
const waiting = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Whether no row has come for a moment. What a cell asks the server for waits for it: for rows that are only scrolled past
 * nothing is asked, and what the others need goes into one call.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const settle = () => setSettled(true)
    waiting.add(settle)
    clearTimeout(timer)
    timer = setTimeout(settleAll, REST_MS)
    return () => void waiting.delete(settle)
  }, [])
  return isSettled
}

function settleAll() {
  for (const settle of waiting) settle()
  waiting.clear()
}
