import { formatAge, formatDate, formatSecond } from './numbers.ts'

/**
 * A time in the reader's format, ISO 8601 and how long ago it was on hover; nothing for an empty one. `isExact`: to the second.
 * `RelativeTime` is the opposite.
 */
export function Timestamp({ iso, isExact = false }: { iso: string; isExact?: boolean }) {
  const text = isExact ? formatSecond(iso) : formatDate(iso)
  if (text === '') return null
  return (
    <time
      dateTime={iso}
      title={iso}
      // Only now: on a page that stays open, an age from its start would be wrong.
      onPointerEnter={(event) => {
        event.currentTarget.title = `${iso} (${formatAge(Date.now() - Date.parse(iso))})`
      }}
    >
      {text}
    </time>
  )
}
