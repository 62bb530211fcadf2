import type { PointerEvent } from 'react'
import { formatAge, formatDate, formatSecond } from './numbers.ts'

/**
 * A time in the reader's format, ISO 8601 and how long ago it was on hover; nothing for an empty one. `isExact`: to the second.
 * `RelativeTime` is the opposite.
 */
export function Timestamp({ iso, isExact = false }: { iso: string; isExact?: boolean }) {
  const text = isExact ? formatSecond(iso) : formatDate(iso)
  if (text === '') return null
  return (
    <time dateTime={iso} title={iso} onPointerEnter={addAge}>
      {text}
    </time>
  )
}

/** Once the pointer is there: on a page that stays open, an age from its start would be wrong. */
function addAge({ currentTarget: time }: PointerEvent<HTMLTimeElement>): void {
  time.title = `${time.dateTime} (${formatAge(Date.now() - Date.parse(time.dateTime))})`
}
