import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ApiError, isOutage } from '../shared/api/api-error.ts'
import { FullPage } from '../shared/FullPage.tsx'

interface SessionFailureProps {
  error: ApiError
  onRetry: () => void
  isRetrying: boolean
}

/** The session can't be loaded at the moment; users aren't signed out, and the page retries during an outage. */
export function SessionFailure({ error, onRetry, isRetrying }: SessionFailureProps) {
  const { t } = useTranslation(['shell', 'shared'])
  const outage = isOutage(error)
  const isOfCluster = error.code.startsWith('Cluster')
  return (
    <FullPage
      title={outage ? t(isOfCluster ? 'clusterFailedTitle' : 'sessionFailedTitle') : t('shared:errorTitle')}
      text={outage ? `${error.message} ${t('shared:outageRetrying')}` : error.message}
      isAlone
    >
      <Button variant="default" loading={isRetrying} onClick={onRetry}>
        {t('shared:retry')}
      </Button>
    </FullPage>
  )
}
