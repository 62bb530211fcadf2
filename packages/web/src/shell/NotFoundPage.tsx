import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../app/navigation.ts'
import { paths } from '../app/paths.ts'
import { FullPage } from '../shared/FullPage.tsx'

export function NotFoundPage() {
  const { t } = useTranslation(['shell', 'shared'])
  const { push } = useNavigation()
  return (
    <FullPage title={t('notFoundTitle')} text={t('notFound')}>
      <Button onClick={() => push(paths.home())}>{t('home')}</Button>
    </FullPage>
  )
}
