import { useEffect, useRef, useState } from 'react'
import layout from '../layout.module.css'
import { Announcer } from './announcer.ts'

interface SpokenAtIntervalsProps {
  /** Its lines are read apart from each other. */
  text: string
  /** Whether it changes all the time; otherwise it is read at each change. */
  isBusy: boolean
}

/** What screen readers read of a text that can change all the time. */
export function SpokenAtIntervals({ text, isBusy }: SpokenAtIntervalsProps) {
  const [spoken, setSpoken] = useState('')
  const announcer = useRef<Announcer>(undefined)
  useEffect(() => {
    const one = new Announcer(setSpoken)
    announcer.current = one
    return () => one.end()
  }, [])
  useEffect(() => announcer.current?.change(text, isBusy), [text, isBusy])
  return (
    <div role="status" className={layout.hidden}>
      {spoken !== '' && spoken.split('\n').map((line) => <p key={line}>{line}</p>)}
    </div>
  )
}
