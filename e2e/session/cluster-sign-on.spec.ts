/** Operator mode with an OpenID Connect provider whose ID tokens the API server accepts as those of its users. */
import { startOpenIdProvider, startPlatformCluster } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { signInAtProvider } from '../src/openid.ts'
import { settingsFor } from '../src/operator.ts'

const ACCOUNTS = { ada: { preferred_username: 'Ada Lovelace' }, bob: {} }
const RBAC = '/apis/rbac.authorization.k8s.io/v1'

test('users of a provider have their permissions in the cluster, and a user without any sees what to request', async ({
  page,
  ownConsole,
  provokes,
}) => {
  provokes(401, 403)
  const provider = await startOpenIdProvider({ accounts: ACCOUNTS })
  const issuers = [{ url: new URL(provider.issuer), clientId: provider.clientId }]
  const cluster = await startPlatformCluster('current', { issuers })
  const metadata = { name: 'lists-tenants' }
  const rules = [{ apiGroups: ['minio.min.io'], resources: ['tenants'], verbs: ['list', 'watch'] }]
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name }
  const subjects = [{ kind: 'User', name: `${provider.issuer}#ada`, apiGroup: 'rbac.authorization.k8s.io' }]
  await cluster.send('POST', `${RBAC}/clusterroles`, { body: { metadata, rules } })
  await cluster.send('POST', `${RBAC}/clusterrolebindings`, { body: { metadata, roleRef, subjects } })
  const console = await ownConsole({ env: settingsFor(cluster, '') })
  // Its port is part of the callback address.
  await console.end()
  await console.start({
    COOPERAGE_OIDC_DISCOVERY_URL: provider.configUrl,
    COOPERAGE_OIDC_CLIENT_ID: provider.clientId,
    COOPERAGE_OIDC_CLIENT_SECRET: provider.clientSecret,
    COOPERAGE_OIDC_CALLBACK_URL: `${console.url}/oauth_callback`,
    COOPERAGE_OIDC_DISPLAY_NAME: 'Our Provider',
  })

  await page.goto(`${console.url}/tenants`)
  await page.getByRole('link', { name: 'Login with SSO' }).click()
  await signInAtProvider(page, 'ada')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${console.url}/tenants`)
  await expect(page.getByText('No tenants')).toBeVisible()
  await page.getByRole('button', { name: 'Signed in as Ada Lovelace' }).click()
  await expect(page.getByText('Signed in with Our Provider')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await page.getByRole('link', { name: 'Login with SSO' }).click()
  await signInAtProvider(page, 'bob')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${console.url}/license`)
  const banner = page.getByText(`${provider.issuer}#bob doesn’t have permission to list tenants in this cluster.`)
  await expect(banner).toContainText('Ask its administrator for a role such as cooperage-tenant-viewer.')
  await expectAccessible(page)

  // Before the servers, which it would report as unreachable.
  await page.close()
  await cluster.stop()
  await provider.stop()
})
