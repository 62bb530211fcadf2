import '../messages/en/identity-providers.ts'
import { EMBEDDED_FEATURE } from '@cooperage/contract'
import { useTexts } from '../messages/use-texts.ts'
import { useCurrentTab } from '../navigation/navigation.ts'
import { identityProvidersPath } from '../navigation/paths/pages.ts'
import { useSession } from '../session/index.ts'
import { LinkTabs } from '../shared/LinkTabs.tsx'
import { ListPage } from '../shared/ListPage.tsx'
import { PageHeader } from '../shared/PageHeader.tsx'
import { usePageTitle } from '../shared/use-page-title.ts'
import { FactorAdministration } from './FactorAdministration.tsx'
import { LdapPolicies } from './LdapPolicies.tsx'
import { ProviderList } from './ProviderList.tsx'

const TABS = ['openid', 'ldap', 'policies', 'factors'] as const

/** The identity providers of the storage server, and the policies of users and groups of its LDAP directory. */
export function IdentityProvidersPage() {
  const t = useTexts('identityProviders')
  usePageTitle(t('title'))
  const wanted = useCurrentTab()
  // Operator mode signs in to the console of a tenant.
  const isEmbedded = useSession()?.features.includes(EMBEDDED_FEATURE) === true
  const tabs = TABS.filter((one) => one !== 'factors' || !isEmbedded)
  const tab = tabs.find((one) => one === wanted) ?? 'openid'
  return (
    <ListPage>
      <PageHeader title={t('title')} below={t('purpose')} />
      <LinkTabs
        label={t('tabs.label')}
        current={tab}
        tabs={tabs.map((id) => ({
          id,
          label: t(`tabs.${id}`),
          to: identityProvidersPath(id === 'openid' ? '' : id),
        }))}
      />
      {tab === 'policies' && <LdapPolicies />}
      {tab === 'factors' && <FactorAdministration />}
      {(tab === 'openid' || tab === 'ldap') && <ProviderList key={tab} type={tab} />}
    </ListPage>
  )
}
