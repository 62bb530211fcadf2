import { useEffect, useRef, useState } from 'react'
import layout from '../layout.module.css'

/** How often it is read, if it has changed. */
const INTERVAL_MS = 15_000

/** What screen readers read of a text that changes all the time: read at each change, it would never end. */
export function SpokenAtIntervals({ text }: { text: string }) {
  const [spoken, setSpoken] = useState('')
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    const timer = setInterval(() => setSpoken(latest.current), INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <span role="status" className={layout.hidden}>
      {spoken}
    </span>
  )
}
