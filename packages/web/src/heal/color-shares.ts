import { HEALTH_COLORS, type HealthColor, type HealthColumns } from '@cooperage/contract'

/** Each color in percent of the items scanned. A color that occurs is never 0 %, and 100 % means all. */
export function colorShares(columns: HealthColumns): Record<HealthColor, string> {
  const total = HEALTH_COLORS.reduce((sum, color) => sum + columns[color], 0)
  const share = (count: number) => {
    const percent = total === 0 ? 0 : (100 * count) / total
    if (percent > 0 && percent < 0.1) return '<0.1%'
    if (percent < 100 && percent > 99.9) return '>99.9%'
    return `${Number(percent.toFixed(1))}%`
  }
  return {
    Green: share(columns.Green),
    Yellow: share(columns.Yellow),
    Red: share(columns.Red),
    Grey: share(columns.Grey),
  }
}
