/**
 * The one place that knows how the language of the page writes numbers, dates, durations and lists and sorts names: not that of
 * the browser, because "2 Tage 3 Stunden ago" helps nobody. A format is a function, because the language can change.
 */
import { language, locale } from '../../messages/language.ts'

/** An invisible letter of that direction. */
const LEFT_TO_RIGHT = '\u200E'

export function numberFormat(options: Intl.NumberFormatOptions = {}): () => Intl.NumberFormat {
  return byLocale((wanted) => new Intl.NumberFormat(wanted, options))
}

/** In the reader's time zone, unless the options name another. */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  // A Chinese date of medium length is as long as a long one: 2026年11月29日.
  const isLong = (wanted: string) => options.dateStyle !== undefined && wanted.startsWith('zh')
  return byLocale(
    (wanted) => new Intl.DateTimeFormat(wanted, isLong(wanted) ? { ...options, dateStyle: 'short' } : options),
  )
}

export function ageFormat(options: Intl.RelativeTimeFormatOptions): () => Intl.RelativeTimeFormat {
  return byLocale((wanted) => new Intl.RelativeTimeFormat(wanted, options))
}

export function listFormat(options: Intl.ListFormatOptions): () => Intl.ListFormat {
  return byLocale((wanted) => new Intl.ListFormat(wanted, options))
}

/** The name of the reader's time zone: `Europe/Madrid`. */
export function timeZone(): string {
  return dateFormat({})().resolvedOptions().timeZone
}

const names = byLocale((wanted) => new Intl.Collator(wanted, { numeric: true }))

/**
 * Sorts names in the order of the language, `drive2` before `drive10`: the comparison of every table and list, instead of `<` and
 * `localeCompare`.
 */
export function compareNames(one: string, other: string): number {
  return names().compare(one, other)
}

/** A number with a unit that isn't a word, such as `KiB`: from left to right in every language, instead of `KiB 5.2`. */
export function withUnit(number: string, unit: string): string {
  return leftToRight(`${number} ${unit}`)
}

/** Keeps a text that begins with a number, such as a size, from left to right among words of another direction. */
export function leftToRight(text: string): string {
  return language().dir === 'rtl' ? `${LEFT_TO_RIGHT}${text}` : text
}

/** Made once for each language: making a format takes longer than using it. */
function byLocale<Format>(make: (wanted: string) => Format): () => Format {
  let made: { locale: string; format: Format } | undefined
  return () => {
    if (made?.locale !== locale()) made = { locale: locale(), format: make(locale()) }
    return made.format
  }
}
