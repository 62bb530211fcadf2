import { Button } from '@mantine/core'
import { IconLock, IconPlugConnectedX, IconPlugOff } from '@tabler/icons-react'
import { useTexts } from '../messages/use-texts.ts'
import { type ApiError, isOutage } from './api/api-error.ts'
import { ErrorFacts } from './feedback/ErrorFacts.tsx'
import layout from './layout.module.css'
import classes from './States.module.css'

interface ErrorStateProps {
  error: ApiError
  onRetry: () => void
  isRetrying: boolean
}

/**
 * Replaces content that couldn't be loaded. A denial names the missing permission; an outage is retried. What the storage server
 * doesn't support isn't offered again.
 */
export function ErrorState({ error, onRetry, isRetrying }: ErrorStateProps) {
  const t = useTexts()
  const isRefusal = error.status === 403
  const isUnsupported = error.code === 'NotInThisSetup'
  const Icon = isRefusal ? IconLock : isUnsupported ? IconPlugOff : IconPlugConnectedX
  const title = isRefusal ? 'notPermittedTitle' : isUnsupported ? 'unsupportedTitle' : 'errorTitle'
  return (
    <div className={classes.state} role="alert">
      <div className={classes.picture} data-tone={isRefusal || isUnsupported ? undefined : 'bad'}>
        <Icon size={28} aria-hidden="true" />
      </div>
      <p className={layout.heading}>{t(title)}</p>
      <p className={classes.text}>{error.message}</p>
      {error.detailedMessage !== '' && <p className={classes.text}>{error.detailedMessage}</p>}
      {isOutage(error) && <p className={classes.text}>{t('outageRetrying')}</p>}
      {!isUnsupported && (
        <Button variant="default" size="sm" loading={isRetrying} onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
      {!isUnsupported && <ErrorFacts error={error} />}
    </div>
  )
}
