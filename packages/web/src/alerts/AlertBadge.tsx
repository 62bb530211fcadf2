import '../messages/en/alerts.ts'
import { countAlerts } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useApiQuery } from '../shared/api/use-api.ts'
import { formatCount } from '../shared/text/numbers.ts'
import classes from './alerts.module.css'

/** The console evaluates its rules as often. */
const REFRESH_MS = 60_000

/** The number of alerts that need attention, in the menu; nothing if there is none. */
export function AlertBadge() {
  const t = useTexts('alerts')
  const { data } = useApiQuery(countAlerts, {}, { refreshMs: REFRESH_MS })
  if (data === undefined || data.firing === 0) return null
  return (
    <span className={classes.badge} title={t('badge', { count: data.firing })}>
      {formatCount(data.firing)}
    </span>
  )
}
