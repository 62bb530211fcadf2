import { getSession } from '@cooperage/contract'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useInvalidate } from '../shared/api/use-api.ts'
import { FullPage } from '../shared/FullPage.tsx'
import { plainName } from '../shared/text/visible-name.ts'
import { useLogout } from './use-logout.ts'

interface NoPagesPageProps {
  account: string
}

/** For a session that may open no page: says why, and offers the two things that help. */
export function NoPagesPage({ account }: NoPagesPageProps) {
  const { t } = useTranslation(['shell', 'shared'])
  const invalidate = useInvalidate()
  const logout = useLogout()
  return (
    <FullPage title={t('noPagesTitle')} text={t('noPages', { account: plainName(account) })} isAlone>
      <Button variant="default" onClick={() => void invalidate(getSession)}>
        {t('checkAgain')}
      </Button>
      <Button onClick={logout}>{t('logout')}</Button>
    </FullPage>
  )
}
