import { numberFormat, withUnit } from './intl.ts'

const exact = numberFormat({ maximumFractionDigits: 1 })
const rounded = numberFormat({ maximumFractionDigits: 0 })

/** `0.4 ms`, `120 ms`. */
export function formatLatency(milliseconds: number): string {
  return withUnit((milliseconds < 10 ? exact() : rounded()).format(milliseconds), 'ms')
}
