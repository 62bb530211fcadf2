import { formatDate, formatSecond } from './numbers.ts'

/** A time in the reader's format, ISO 8601 on hover; nothing for an empty one. `isExact`: to the second. */
export function Timestamp({ iso, isExact = false }: { iso: string; isExact?: boolean }) {
  const text = isExact ? formatSecond(iso) : formatDate(iso)
  if (text === '') return null
  return (
    <time dateTime={iso} title={iso}>
      {text}
    </time>
  )
}
