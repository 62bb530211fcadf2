/** A day on which a link may end. */
export interface ShareDay {
  /** `2026-11-21`, of the reader's own calendar. */
  date: string
  /** When a link that is good for this day ends, in milliseconds since the epoch. */
  endsAt: number
  /** Whether the link ends before the day does. */
  isCut: boolean
}

/**
 * The days that can be chosen, today first: a link is good until 23:59:59 of its day (spec object-browser 5), and on the last
 * day until the moment that no link outlives.
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

/** 23:59:59 of the day that is `offset` days after today; the calendar counts, since a day may have 23 or 25 hours. */
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
