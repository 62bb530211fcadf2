const counts = new Intl.NumberFormat(undefined)
const dates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

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
