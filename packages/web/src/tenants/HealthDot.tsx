import { useTranslation } from 'react-i18next'
import { healthTone } from './health.ts'
import classes from './tenants.module.css'

export function HealthDot({ status }: { status: string }) {
  const { t } = useTranslation('tenants')
  const tone = healthTone(status)
  const label = t(`health.${tone}`)
  return <span className={classes.dot} data-tone={tone} role="img" aria-label={label} title={label} />
}
