import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNavigation } from '../navigation/navigation.ts'
import { homePath } from '../navigation/paths/session.ts'
import { FullPage } from '../shared/FullPage.tsx'
import type { MissingPage } from './former-addresses.ts'

/** For an address of MinIO's consoles whose page has no equivalent here. */
export function MissingPageNotice({ page: { name, mc } }: { page: MissingPage }) {
  const { t } = useTranslation('shell')
  const { push } = useNavigation()
  return (
    <FullPage title={t('missingPageTitle')} text={t('missingPage', { name: t(`missingPages.${name}`), mc })}>
      <Button onClick={() => push(homePath())}>{t('home')}</Button>
    </FullPage>
  )
}
