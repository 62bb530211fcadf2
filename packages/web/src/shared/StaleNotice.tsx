import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from './api/api-error.ts'
import classes from './StaleNotice.module.css'

/** Says that what is on screen could not be read again, and why. */
export function StaleNotice({ error }: { error: ApiError }) {
  const { t } = useTranslation()
  return (
    <p className={classes.notice} role="alert">
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden="true" />
      <span>{t('stale', { message: error.message })}</span>
    </p>
  )
}
