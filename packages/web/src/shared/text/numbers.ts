const counts = new Intl.NumberFormat(undefined)
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const days = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const times = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** 12,345 as the reader writes it. */
export function formatCount(count: number): string {
  return counts.format(count)
}

export function exactBytes(bytes: number): string {
  return `${counts.format(bytes)} B`
}

/** Date and time as the reader writes them; '' for a time that is none. */
export function formatDate(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? '' : dates.format(time)
}

/** The day of a moment, with its weekday. */
export function formatDay(time: number): string {
  return days.format(time)
}

/** The time of day of a moment. */
export function formatTime(time: number): string {
  return times.format(time)
}
