import '../messages/en/shell.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { homePath } from '../navigation/paths/pages.ts'
import { FullPage } from './FullPage.tsx'

export function NotFoundPage() {
  const { t } = useTranslation(['shell', 'shared'])
  return (
    <FullPage title={t('notFoundTitle')} text={t('notFound')}>
      <Button component={AppLink} to={homePath()}>
        {t('home')}
      </Button>
    </FullPage>
  )
}
