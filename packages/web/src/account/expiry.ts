/** Lives of a key that are offered, in days; the text is the value of its option. */
export const EXPIRY_DAYS = ['7', '30', '90', '365'] as const

export type ExpiryChoice = 'never' | 'date' | (typeof EXPIRY_DAYS)[number]

/** The chosen expiry as ISO 8601; '' for never. `date` is an ISO date whose day, in the reader's time zone, is included. */
export function expiryTime(choice: ExpiryChoice, date: string, now: Date): string {
  if (choice === 'never') return ''
  if (choice === 'date') return endOfDay(date).toISOString()
  const end = new Date(now)
  end.setDate(end.getDate() + Number(choice))
  return end.toISOString()
}

/** Whether a day is over; false for ''. */
export function isPastDay(date: string, now: Date): boolean {
  return date !== '' && endOfDay(date) <= now
}

function endOfDay(date: string): Date {
  // Without a zone it is local time.
  return new Date(`${date}T23:59:59`)
}
