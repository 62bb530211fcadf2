/** Lifetimes to choose from, of a key or of granted access, in days; the text is the value of its option. */
export const EXPIRY_DAYS = ['7', '30', '90', '365'] as const

/** `keep`: what a key has already. */
export type ExpiryChoice = 'keep' | 'never' | 'date' | (typeof EXPIRY_DAYS)[number]

const DAY_MS = 86_400_000

/**
 * The chosen expiry as ISO 8601; '' for never, undefined for no change and while the date isn't chosen. `date` is an ISO date
 * whose day, in the reader's time zone, is included.
 */
export function expiryTime(choice: ExpiryChoice, date: string, now: Date): string | undefined {
  if (choice === 'keep') return undefined
  if (choice === 'never') return ''
  if (choice === 'date') return date === '' ? undefined : endOfDay(date).toISOString()
  // Days of 24 hours: a year with the end of summer time in it would be longer than storage servers accept.
  return new Date(now.getTime() + Number(choice) * DAY_MS).toISOString()
}

/** Whether a day is over; false for ''. */
export function isPastDay(date: string, now: Date): boolean {
  return date !== '' && endOfDay(date) <= now
}

function endOfDay(date: string): Date {
  // Without a zone it is local time.
  return new Date(`${date}T23:59:59`)
}
