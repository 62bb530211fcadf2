import { useTranslation } from 'react-i18next'
import classes from './tenants.module.css'

const TONES = ['green', 'yellow', 'red'] as const

/** Anything but the three is grey (spec operator-mode 4). */
export function healthTone(status: string): (typeof TONES)[number] | 'grey' {
  return TONES.find((tone) => tone === status) ?? 'grey'
}

export function HealthDot({ status }: { status: string }) {
  const { t } = useTranslation('tenants')
  const tone = healthTone(status)
  const label = t(`health.${tone}`)
  return <span className={classes.dot} data-tone={tone} role="img" aria-label={label} title={label} />
}
