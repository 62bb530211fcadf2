import '../messages/en/shell.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../navigation/navigation.ts'
import { homePath } from '../navigation/paths/pages.ts'
import { FullPage } from './FullPage.tsx'

export function NotFoundPage() {
  const { t } = useTranslation(['shell', 'shared'])
  const { push } = useNavigation()
  return (
    <FullPage title={t('notFoundTitle')} text={t('notFound')}>
      <Button onClick={() => push(homePath())}>{t('home')}</Button>
    </FullPage>
  )
}
