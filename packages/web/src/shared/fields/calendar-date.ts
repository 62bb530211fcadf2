/** The chosen parts of a date; 0 for a part that isn't chosen. The month counts from 1. */
export interface ChosenDate {
  year: number
  month: number
  day: number
}

/** How many years a date picker offers, from the current one on (spec core-console 2 and 9). */
const YEAR_OPTIONS = 25

export function yearOptions(now: Date): number[] {
  return Array.from({ length: YEAR_OPTIONS }, (_, index) => now.getFullYear() + index)
}

/** `2027-02-28`; undefined if a part is missing, and for a day that doesn't exist. */
export function isoDate({ year, month, day }: ChosenDate): string | undefined {
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}

/** Reads an ISO date, or the date of an ISO time; nothing is chosen for anything else. */
export function chosenDate(iso: string): ChosenDate {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/.exec(iso) ?? []
  return { year: Number(year), month: Number(month), day: Number(day) }
}

/** Whether a text is the ISO date of an existing day. */
export function isRealDate(iso: string): boolean {
  return isoDate(chosenDate(iso)) === iso
}

/**
 * Reads a date with a time that exists, as a visitor or a field of the browser writes it, with a space or a T between them and with
 * seconds or without: `2027-02-28T08:30`. Undefined for anything else.
 */
export function readMinute(text: string): string | undefined {
  const [, date = '', time] =
    /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/.exec(text.trim()) ?? []
  return time !== undefined && isRealDate(date) ? `${date}T${time}` : undefined
}

/** Complete, but not an existing day: February 31. */
export function isImpossible(date: ChosenDate): boolean {
  return date.year > 0 && date.month > 0 && date.day > 0 && isoDate(date) === undefined
}

function daysInMonth(year: number, month: number): number {
  // Day 0 of the next month; in UTC, which has no daylight saving time.
  const last = new Date(Date.UTC(2000, month, 0))
  last.setUTCFullYear(year, month, 0)
  return last.getUTCDate()
}
