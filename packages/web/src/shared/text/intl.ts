/**
 * The one place that knows how the language of the page writes numbers, dates, durations and lists and sorts names: not that of
 * the browser, because "2 Tage 3 Stunden ago" helps nobody.
 */
import { LOCALE } from '../../messages/language.ts'

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

export function listFormat(options: Intl.ListFormatOptions): Intl.ListFormat {
  return new Intl.ListFormat(LOCALE, options)
}

/** The name of the reader's time zone: `Europe/Madrid`. */
export function timeZone(): string {
  return dateFormat({}).resolvedOptions().timeZone
}

const names = new Intl.Collator(LOCALE, { numeric: true })

/**
 * Sorts names in the order of the language, `drive2` before `drive10`: the comparison of every table and list, instead of `<` and
 * `localeCompare`.
 */
export function compareNames(one: string, other: string): number {
  return names.compare(one, other)
}
