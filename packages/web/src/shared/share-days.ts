/** A day on which a link can expire. */
export interface ShareDay {
  /** `2026-11-21`, in the reader's time zone. */
  date: string
  /** When a link for this day expires, in milliseconds since the epoch. */
  endsAt: number
  /** Whether the link expires before the day ends. */
  isCut: boolean
}

/**
 * The days to choose from, today first: a link expires at 23:59:59 of its day (spec object-browser 5), and on the last day at
 * the latest possible time.
 */
export function shareDays(now: number, lastEnd: number): ShareDay[] {
  const days: ShareDay[] = []
  for (let offset = 0; ; offset += 1) {
    const dayEnd = endOfDay(now, offset)
    const endsAt = Math.min(dayEnd.getTime(), lastEnd)
    const isOver = days.length > 0 && endsAt <= (days.at(-1)?.endsAt ?? 0)
    if (endsAt <= now || isOver) return days
    days.push({ date: dateOf(dayEnd), endsAt, isCut: endsAt < dayEnd.getTime() })
  }
}

/** 23:59:59 of the day `offset` days after today; by the calendar, since a day can have 23 or 25 hours. */
function endOfDay(now: number, offset: number): Date {
  const day = new Date(now)
  day.setDate(day.getDate() + offset)
  day.setHours(23, 59, 59, 0)
  return day
}

function dateOf(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
