import { Button } from '@mantine/core'
import { IconLock, IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type ApiError, isOutage } from './api/api-error.ts'
import classes from './States.module.css'

interface ErrorStateProps {
  error: ApiError
  onRetry: () => void
  isRetrying: boolean
}

/** Replaces content that couldn't be loaded. A denial names the missing permission; an outage is retried. */
export function ErrorState({ error, onRetry, isRetrying }: ErrorStateProps) {
  const { t } = useTranslation()
  const isRefusal = error.status === 403
  const Icon = isRefusal ? IconLock : IconPlugConnectedX
  return (
    <div className={classes.state} role="alert">
      <div className={classes.picture} data-tone={isRefusal ? undefined : 'bad'}>
        <Icon size={28} stroke={1.5} />
      </div>
      <p className={classes.title}>{t(isRefusal ? 'notPermittedTitle' : 'errorTitle')}</p>
      <p className={classes.text}>{error.message}</p>
      {error.detailedMessage !== '' && <p className={classes.text}>{error.detailedMessage}</p>}
      {isOutage(error) && <p className={classes.text}>{t('outageRetrying')}</p>}
      <Button variant="default" size="sm" loading={isRetrying} onClick={onRetry}>
        {t('retry')}
      </Button>
      {error.requestId !== '' && <p className={classes.request}>{t('requestId', { id: error.requestId })}</p>}
    </div>
  )
}
