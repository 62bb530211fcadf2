import { formatBytes, type WidgetUnit } from '@cooperage/contract'
import { formatDuration } from '../text/durations.ts'
import { leftToRight, numberFormat } from '../text/intl.ts'

const wholes = numberFormat({ maximumFractionDigits: 0 })
const decimals = numberFormat({ maximumSignificantDigits: 3 })

/** A value in the unit of its widget, in the reader's format. */
export function formatValue(value: number, unit: WidgetUnit): string {
  switch (unit) {
    case 'bytes':
      return formatBytes(Math.round(value))
    case 'bytesPerSecond':
      return `${formatBytes(Math.round(value))}/s`
    case 'perSecond':
      return leftToRight(`${decimals().format(value)}/s`)
    case 'seconds':
      return formatDuration(value)
    case 'nanoseconds':
      return formatDuration(value / 1e9)
    case 'count':
      return wholes().format(value)
    case 'number':
      return decimals().format(value)
  }
}
