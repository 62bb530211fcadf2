import { numberFormat } from '../shared/text/intl.ts'

const format = numberFormat({ maximumSignificantDigits: 3 })

/** A duration with three significant digits: `85.2 µs`, `3.56 ms`, `1.5 s`. */
export function formatMs(ms: number): string {
  if (ms < 1) return `${format.format(ms * 1000)} µs`
  return ms < 1000 ? `${format.format(ms)} ms` : `${format.format(ms / 1000)} s`
}
