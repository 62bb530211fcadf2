import '../messages/en/identity-providers.ts'
import { useTranslation } from 'react-i18next'
import { useCurrentTab } from '../navigation/navigation.ts'
import { identityProvidersPath } from '../navigation/paths/pages.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { LdapPolicies } from './LdapPolicies.tsx'
import { ProviderList } from './ProviderList.tsx'

const TABS = ['openid', 'ldap', 'policies'] as const

/** The identity providers of the storage server, and the policies of users and groups of its LDAP directory. */
export function IdentityProvidersPage() {
  const { t } = useTranslation('identityProviders')
  usePageTitle(t('title'))
  const wanted = useCurrentTab()
  const tab = TABS.find((one) => one === wanted) ?? 'openid'
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')} />
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={TABS.map((id) => ({
          id,
          label: t(`tabs.${id}`),
          to: identityProvidersPath(id === 'openid' ? '' : id),
        }))}
      />
      {tab === 'policies' ? <LdapPolicies /> : <ProviderList key={tab} type={tab} />}
    </ListPage>
  )
}
