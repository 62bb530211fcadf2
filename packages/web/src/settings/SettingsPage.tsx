import '../messages/en/settings.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../navigation/AppLink.tsx'
import { useCurrentConfiguration, useCurrentTab } from '../navigation/navigation.ts'
import { guidePath } from '../navigation/paths/guide.ts'
import { settingsPath } from '../navigation/paths/settings.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { ConfigurationHistory } from './ConfigurationHistory.tsx'
import { ConfigurationList } from './ConfigurationList.tsx'
import { ConfigurationSection } from './ConfigurationSection.tsx'

const TABS = ['configurations', 'history'] as const

/** The configuration of the storage server (spec identity-and-settings 2, Settings page). */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  usePageTitle(t('title'))
  const asked = useCurrentTab()
  const tab = TABS.find((one) => one === asked) ?? 'configurations'
  const { section } = useCurrentConfiguration()
  const content = () => {
    if (tab === 'history') return <ConfigurationHistory />
    return section === '' ? <ConfigurationList /> : <ConfigurationSection key={section} name={section} />
  }
  return (
    <ListPage>
      <PageHeader
        title={t('title')}
        below={
          <>
            {t('purpose')}.{' '}
            <AppLink to={guidePath('server-settings')} target="_blank" rel="noopener">
              {t('guide')}
            </AppLink>
          </>
        }
      />
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({
          id,
          label: t(`tabs.${id}`),
          to: settingsPath(id === 'configurations' ? '' : id),
        }))}
      />
      {content()}
    </ListPage>
  )
}
