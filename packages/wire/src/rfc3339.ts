const TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?(Z|[+-]\d\d:\d\d)$/

/** Parses an RFC 3339 time to milliseconds since the epoch. Undefined for anything else, including February 30. */
export function readTime(text: string): number | undefined {
  const [whole, year, month, day] = TIME.exec(text) ?? []
  if (whole === undefined) return undefined
  // Date reads February 30 as a day in March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined
  const time = Date.parse(whole.replace(',', '.'))
  return Number.isNaN(time) ? undefined : time
}
