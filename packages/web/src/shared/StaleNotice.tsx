import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import type { ApiError } from './api/api-error.ts'
import { ErrorFacts } from './feedback/ErrorFacts.tsx'
import classes from './States.module.css'

interface StaleNoticeProps {
  error: ApiError
  onRetry: () => void
}

/** Explains that the displayed data couldn't be refreshed, and why. */
export function StaleNotice({ error, onRetry }: StaleNoticeProps) {
  const t = useTexts()
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{t('stale', { message: error.message })}</span>
      <ErrorFacts error={error} detail="none" />
      <button type="button" className={classes.retry} onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}
