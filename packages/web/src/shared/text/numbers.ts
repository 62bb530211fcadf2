import { writeSizesWith } from '@cooperage/contract'
import { ageFormat, dateFormat, leftToRight, numberFormat, withUnit } from './intl.ts'

const counts = numberFormat()
const dates = dateFormat({ dateStyle: 'medium', timeStyle: 'short' })
const seconds = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })
const days = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const times = dateFormat({ timeStyle: 'short' })

/** Sizes have no digit groups: `1023 B`, `1.5 GiB`. */
const sizes = [0, 1].map((digits) =>
  numberFormat({ useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits }),
)

/** Has the sizes of the contract written in the language of the page. Called once, at the start. */
export function writeSizes(): void {
  writeSizesWith((value, decimals) => leftToRight(sizes[decimals]?.().format(value) ?? String(value)))
}

/** 12,345 in the reader's format. */
export function formatCount(count: number): string {
  return counts().format(count)
}

export function exactBytes(bytes: number): string {
  return withUnit(counts().format(bytes), 'B')
}

/** Date and time in the reader's format; '' for an invalid time. */
export function formatDate(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? '' : dates().format(time)
}

/** Like {@link formatDate}, to the second. */
export function formatSecond(iso: string): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? '' : seconds().format(time)
}

/** The date with its weekday. */
export function formatDay(time: number): string {
  return days().format(time)
}

/** The time of day. */
export function formatTime(time: number): string {
  return times().format(time)
}

// Not `tomorrow`: what is 47 hours away is one whole day away, but the day after tomorrow.
const ages = ageFormat({ style: 'short', numeric: 'always' })
const AGE_UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was, in its largest unit: `3 min ago`, `20 sec ago`; a negative age is in the future: `in 2 days`. */
export function formatAge(ageMs: number): string {
  const distance = Math.abs(ageMs)
  const [unit, unitMs] = AGE_UNITS.find(([, length]) => distance >= length) ?? (['second', 1000] as const)
  // At least 1: "calculated now" would be said of what happened before.
  const units = Math.max(1, Math.floor(distance / unitMs))
  return ages().format(ageMs < 0 ? units : -units, unit)
}
