const TIME = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d([.,]\d+)?(Z|[+-]\d\d:\d\d)$/

/** An RFC 3339 time in milliseconds since the epoch. Undefined for anything else, including 30 February. */
export function readTime(text: string): number | undefined {
  const [whole, year, month, day] = TIME.exec(text) ?? []
  if (whole === undefined) return undefined
  // Date reads 30 February as a day in March.
  if (Number(day) > new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()) return undefined
  const time = Date.parse(whole.replace(',', '.'))
  return Number.isNaN(time) ? undefined : time
}
