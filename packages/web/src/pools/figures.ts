import { numberFormat, withUnit } from '../shared/text/intl.ts'

const percents = numberFormat({ style: 'percent', maximumFractionDigits: 0 })
const exact = numberFormat({ maximumFractionDigits: 1 })
const rounded = numberFormat({ maximumFractionDigits: 0 })

/** A share from 0 to 1 in percent. What isn't all is never 100 %. */
export function formatShare(share: number): string {
  return percents().format(share < 1 ? Math.min(share, 0.99) : 1)
}

/** `0.4 ms`, `120 ms`. */
export function formatLatency(milliseconds: number): string {
  return withUnit((milliseconds < 10 ? exact() : rounded()).format(milliseconds), 'ms')
}
