import { type MouseEvent, useRef, useState } from 'react'
import layout from '../layout.module.css'
import { useNow } from '../use-now.ts'
import { formatAge, formatSecond } from './numbers.ts'

interface RelativeTimeProps {
  iso: string
  /** Writes an age in milliseconds, which is negative in the future. */
  format?: (ageMs: number) => string
}

/**
 * A time as how long ago or how soon it is: `3 min ago`, `in 2 days`. The exact time is in its place where the keyboard is, after
 * a tap, on hover, and for screen readers. `Timestamp` is the opposite, for times that are compared. Nothing for an empty one.
 */
export function RelativeTime({ iso, format = formatAge }: RelativeTimeProps) {
  const now = useNow()
  const [isExact, setExact] = useState(false)
  const pointerType = useRef('')
  const exact = formatSecond(iso)
  if (exact === '') return null
  const onClick = (event: MouseEvent) => {
    if (pointerType.current !== 'touch') return
    // The row would open.
    event.stopPropagation()
    setExact(!isExact)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a tap is what hovering is to a mouse; the keyboard shows it with the focus
    <time
      ref={makeFocusable}
      dateTime={iso}
      title={exact}
      className={layout.relative}
      data-exact={isExact || undefined}
      // Not every browser says in the click what clicked.
      onPointerDown={(event) => {
        pointerType.current = event.pointerType
      }}
      onClick={onClick}
    >
      <span>{format(now - Date.parse(iso))}</span>
      <span className={layout.hidden}>
        <i> (</i>
        {exact}
        <i>)</i>
      </span>
    </time>
  )
}

/** In a table the row has the focus, and shows all of its times: ten thousand rows get no further place to stop at. */
function makeFocusable(time: HTMLTimeElement | null): void {
  if (time !== null && time.closest('[data-index]') === null) time.tabIndex = 0
}
