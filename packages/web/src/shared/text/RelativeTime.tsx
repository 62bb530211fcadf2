import layout from '../layout.module.css'
import { useNow } from '../use-now.ts'
import { formatAge, formatSecond } from './numbers.ts'

interface RelativeTimeProps {
  iso: string
  /** Writes an age in milliseconds, which is negative in the future. */
  format?: (ageMs: number) => string
}

/**
 * A time as how long ago or how soon it is: `3 min ago`, `in 2 days`. The exact time is on hover, and for screen readers.
 * `Timestamp` is the opposite, for times that are compared. Nothing for an empty one.
 */
export function RelativeTime({ iso, format = formatAge }: RelativeTimeProps) {
  const now = useNow()
  const exact = formatSecond(iso)
  if (exact === '') return null
  return (
    <time dateTime={iso} title={exact}>
      {format(now - Date.parse(iso))}
      <span className={layout.hidden}> ({exact})</span>
    </time>
  )
}
