import '../messages/en/access-keys.ts'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { accessKeysPath } from '../navigation/paths/pages.ts'
import { useHasAdmin, useHasGarage } from '../session/index.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { AllKeys } from './AllKeys.tsx'
import { GarageKeys } from './index.ts'
import { TemporaryKeys } from './TemporaryKeys.tsx'

const TABS = ['keys', 'temporary'] as const

/** The access keys of all users of the storage server, and their temporary credentials; or those of a Garage. */
export function AccessKeysPage() {
  return useHasGarage() ? <GarageKeys /> : <KeysOfUsers />
}

function KeysOfUsers() {
  const t = useTexts('accessKeys')
  usePageTitle(t('all.title'))
  const wanted = useCurrentTab()
  // IAM doesn't list temporary credentials.
  const tabs = useHasAdmin() ? TABS : TABS.slice(0, 1)
  const tab = tabs.find((one) => one === wanted) ?? 'keys'
  return (
    <ListPage>
      <PageHeader title={t('all.title')} below={t('all.purpose')} />
      {tabs.length > 1 && (
        <LinkTabs
          label={t('all.tabs.label')}
          current={tab}
          tabs={tabs.map((id) => ({ id, label: t(`all.tabs.${id}`), to: accessKeysPath(id === 'keys' ? '' : id) }))}
        />
      )}
      {tab === 'keys' ? <AllKeys /> : <TemporaryKeys />}
    </ListPage>
  )
}
