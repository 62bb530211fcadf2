import { dateFormat } from '../../shared/text/intl.ts'

/** The value of a date-time field for an ISO time, `2026-11-22T07:15:00` in the reader's time zone. */
export function localText(iso: string): string {
  const moment = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}

/**
 * The end of the second that such a value names, as an ISO time; undefined if empty. This includes what was written in the
 * chosen second.
 */
export function momentOf(text: string): string | undefined {
  const time = text === '' ? Number.NaN : new Date(text).getTime()
  return Number.isNaN(time) ? undefined : new Date(time + 999).toISOString()
}

const EXACT = dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** Date and time to the second, in the reader's format. */
export function exactDate(iso: string): string {
  return EXACT().format(new Date(iso))
}
