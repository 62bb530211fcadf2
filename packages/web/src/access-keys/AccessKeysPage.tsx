import '../messages/en/access-keys.ts'
import { useTranslation } from 'react-i18next'
import { useCurrentTab } from '../navigation/navigation.ts'
import { accessKeysPath } from '../navigation/paths/pages.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { AllKeys } from './AllKeys.tsx'
import { TemporaryKeys } from './TemporaryKeys.tsx'

const TABS = ['keys', 'temporary'] as const

/** The access keys of all users of the storage server, and their temporary credentials. */
export function AccessKeysPage() {
  const { t } = useTranslation('accessKeys')
  usePageTitle(t('all.title'))
  const wanted = useCurrentTab()
  const tab = TABS.find((one) => one === wanted) ?? 'keys'
  return (
    <ListPage>
      <PageHeader title={t('all.title')} below={t('all.purpose')} />
      <LinkTabs
        label={t('all.tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({ id, label: t(`all.tabs.${id}`), to: accessKeysPath(id === 'keys' ? '' : id) }))}
      />
      {tab === 'keys' ? <AllKeys /> : <TemporaryKeys />}
    </ListPage>
  )
}
