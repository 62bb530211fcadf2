/**
 * Numbers, durations and dates are in the language of the texts around them, not in the browser's: "2 Tage 3 Stunden ago" helps
 * nobody. English with the day before a written month and with 24 hours, which is read alike everywhere.
 */
const LOCALE = 'en-GB'

export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return new Intl.NumberFormat(LOCALE, options)
}

/** In the reader's time zone, unless the options name another. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(LOCALE, options)
}

export function ageFormat(options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat {
  return new Intl.RelativeTimeFormat(LOCALE, options)
}

/** The name of the reader's time zone: `Europe/Madrid`. */
export function timeZone(): string {
  return dateFormat({}).resolvedOptions().timeZone
}

const names = new Intl.Collator(LOCALE, { numeric: true })

/** Sorts names in the order of the language, `drive2` before `drive10`. */
export function compareNames(one: string, other: string): number {
  return names.compare(one, other)
}
