import { formatDate } from './numbers.ts'

/** A time in the reader's format, ISO 8601 on hover; nothing for an empty one. */
export function Timestamp({ iso }: { iso: string }) {
  const text = formatDate(iso)
  if (text === '') return null
  return (
    <time dateTime={iso} title={iso}>
      {text}
    </time>
  )
}
