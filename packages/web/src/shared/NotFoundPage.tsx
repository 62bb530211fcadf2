import '../messages/en/shell.ts'
import { Button } from '@mantine/core'
import { useTexts } from '../messages/use-texts.ts'
import { AppLink } from '../navigation/AppLink.tsx'
import { homePath } from '../navigation/paths/pages.ts'
import { FullPage } from './FullPage.tsx'

export function NotFoundPage() {
  const t = useTexts(['shell', 'shared'])
  return (
    <FullPage title={t('notFoundTitle')} text={t('notFound')}>
      <Button component={AppLink} to={homePath()}>
        {t('home')}
      </Button>
    </FullPage>
  )
}
