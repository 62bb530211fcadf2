import { parseTimestamp } from '../sigv4/timestamp.ts'

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/

/** Parses `Tue, 27 Mar 2007 19:36:42 +0000`, or a date in the format of version 4, to milliseconds since the epoch. */
export function parseDate(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return parseTimestamp(text)
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
