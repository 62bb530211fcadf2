import { numberFormat } from '../shared/text/intl.ts'

const percents = numberFormat({ style: 'percent', maximumFractionDigits: 0 })
const small = numberFormat({ style: 'percent', maximumFractionDigits: 1 })

/** A share as a percentage in the reader's format: `<0.1%` instead of `0%` where there is something. */
export function percentOf(part: number, whole: number): string {
  if (whole <= 0) return percents().format(0)
  const share = part / whole
  if (share > 0 && share < 0.001) return `<${small().format(0.001)}`
  return share < 0.1 ? small().format(share) : percents().format(share)
}
