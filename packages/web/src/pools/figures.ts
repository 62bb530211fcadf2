import { numberFormat } from '../shared/text/intl.ts'

const percents = numberFormat({ style: 'percent', maximumFractionDigits: 0 })

/** A share from 0 to 1 in percent. What isn't all is never 100 %. */
export function formatShare(share: number): string {
  return percents().format(share < 1 ? Math.min(share, 0.99) : 1)
}
