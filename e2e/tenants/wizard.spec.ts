/** What the advanced steps of the wizard send, as the cluster has it afterwards. */
import { NAMESPACES, SECRETS, TENANTS } from '@cooperage/kube-client'
import { TEST_CERTIFICATES } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect } from '../src/journey.ts'
import { test, toggle } from '../src/operator.ts'

const [FIRST, SECOND] = TEST_CERTIFICATES
const PLACE = { namespace: 'team-a', name: 'photos' }

const fill = async (page: Page, values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
}
const choose = async (page: Page, label: string, text: string) => {
  const name = label.endsWith('Key') ? 'tls.key' : 'tls.crt'
  await page.getByLabel(label, { exact: true }).setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })
}

test('every advanced step of the wizard has its variants, and what was entered reaches the cluster', async ({
  page,
  cluster,
  signInToCluster,
  provokes,
}) => {
  // A namespace whose tenants can't be listed, and that doesn't exist.
  provokes(404, 502)
  await cluster.admin.create(NAMESPACES, { metadata: { name: 'team-a' } })
  await signInToCluster()
  const next = page.getByRole('button', { name: 'Next', exact: true })
  const expectBlocked = () => expect(next).toHaveAttribute('aria-disabled', 'true')
  const expectOpen = () => expect(next).not.toHaveAttribute('aria-disabled')
  const goOn = async (heading: string) => {
    await next.click()
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Create Tenant' }).click()
  await toggle(page, 'Advanced mode')
  const failure = { status: 502, json: { code: 'ClusterError', message: 'The API server failed.' } }
  await page.route('**/namespaces/team-z/tenants', (route) => route.fulfill(failure))
  await fill(page, { 'Tenant name': 'photos', Namespace: 'team-z' })
  await expect(page.getByText('Error validating if namespace already has tenants')).toBeVisible()
  await fill(page, { Namespace: 'team-a' })
  await expect(page.getByLabel('Storage Class')).toHaveValue('directpv-min-io')

  await goOn('Configure')
  await toggle(page, 'Use custom image')
  await page.getByLabel('MinIO’s image').fill('minio')
  await expect(page.getByText("Format must be of form: 'minio/minio:VERSION'")).toBeVisible()
  await page.getByLabel('MinIO’s image').fill('quay.io/minio/minio:own')
  await page.getByLabel('KES image').fill('quay.io/minio/kes:own')
  await toggle(page, 'Set custom image registry')
  await expectBlocked()
  await fill(page, { Endpoint: 'quay.io', Username: 'puller', Password: 'pulling' })
  await toggle(page, 'Expose MinIO service')

  await goOn('Pod Affinity')
  await page.getByText('Node selector', { exact: true }).click()
  await page.getByLabel('Labels', { exact: true }).fill('zone')
  await expect(page.getByText('You need to add at least one label key-pair')).toBeVisible()
  await page.getByLabel('Labels', { exact: true }).fill('')
  await page.getByLabel('Labels of the nodes').selectOption('kubernetes.io/hostname=node-1')

  await goOn('Identity Provider')
  const [accessKey, secretKey] = [page.getByLabel('Access Key'), page.getByLabel('Secret Key', { exact: true })]
  const generated = await accessKey.inputValue()
  await page.getByRole('button', { name: 'Randomize' }).click()
  await expect(accessKey).not.toHaveValue(generated)
  await expect(accessKey).toHaveValue(/^[a-zA-Z0-9]{16}$/)
  await expect(secretKey).toHaveValue(/^[a-zA-Z0-9]{32}$/)
  const removals = page.getByRole('button', { name: 'Remove this user' })
  await expect(removals).toHaveCount(0)
  await page.getByRole('button', { name: 'Add user' }).click()
  await removals.first().click()
  await expect(accessKey).toHaveCount(1)
  await page.getByText('Active Directory', { exact: true }).click()
  await toggle(page, 'Server insecure')
  await expect(page.getByText('Warning: All traffic with Active Directory will be unencrypted')).toBeVisible()
  await expectBlocked()
  await fill(page, {
    URL: 'ldap.example.com:389',
    'Lookup bind DN': 'cn=reader',
    'Lookup bind password': 'reading',
    'User search base DN': 'ou=people',
    'User search filter': '(uid=%s)',
    'Group search base DN': 'ou=groups',
    'Group search filter': '(member=%d)',
    'Group name attribute': 'cn',
  })
  await expectOpen()
  await page.getByText('OpenID', { exact: true }).click()
  await expectBlocked()
  await fill(page, { URL: 'https://login.example.com', 'Client ID': 'storage', 'Secret ID': 'between-us' })

  await goOn('Security')
  await toggle(page, 'AutoCert')
  await expectBlocked()
  await toggle(page, 'Custom Certificates')
  await choose(page, 'MinIO certificates: Key', FIRST.key)
  await choose(page, 'MinIO certificates: Cert', FIRST.cert)
  await choose(page, 'MinIO CA certificates: Cert', SECOND.cert)
  await expectAccessible(page)

  await goOn('Encryption')
  await toggle(page, 'Enable encryption')
  await expectBlocked()
  for (const side of ['Server', 'Client']) {
    await choose(page, `${side}: Key`, SECOND.key)
    await choose(page, `${side}: Cert`, SECOND.cert)
  }
  const providers: [string, Record<string, string>][] = [
    ['AWS', { Endpoint: 'aws.example.com', Region: 'eu-1', 'Access Key': 'access', 'Secret Key': 'secret' }],
    ['Gemalto', { Endpoint: 'gemalto.example.com', Token: 'token', Domain: 'domain' }],
    ['Vault', { Endpoint: 'https://vault.example.com', 'AppRole ID': 'role', 'AppRole secret': 'of-the-role' }],
  ]
  await page.getByText('GCP', { exact: true }).click()
  await fill(page, { 'Project ID': 'project', 'Client e-mail': 'a@example.com' })
  await expectOpen()
  for (const [name, values] of providers) {
    await page.getByText(name, { exact: true }).click()
    await expectBlocked()
    await fill(page, values)
    await expectOpen()
  }
  await page.getByLabel('Ping (seconds)').fill('-1')
  await expect(page.getByText('Value needs to be 0 or greater')).toBeVisible()
  await fill(page, { 'Ping (seconds)': '7', Prefix: 'photos' })
  await choose(page, 'Vault: CA', FIRST.cert)
  await expectAccessible(page)

  await goOn('Tenant Size')
  await goOn('Preview Configuration')
  const preview = page.getByRole('form', { name: 'Preview Configuration' })
  const shown = [
    'quay.io/minio/minio:own',
    'quay.io/minio/kes:own',
    'puller @ quay.io',
    'kubernetes.io/hostname=node-1',
    'https://login.example.com',
    'MinIO certificates',
    'MinIO CA certificates',
    'Vault',
  ]
  for (const text of shown) await expect(preview.getByText(text, { exact: true })).toBeVisible()
  for (const secret of ['pulling', 'between-us', 'of-the-role']) await expect(preview.getByText(secret)).toHaveCount(0)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const created = page.getByRole('dialog', { name: 'Tenant created' })
  await expect(created.getByText('The users of the identity provider can sign in')).toBeVisible()

  const { spec } = await cluster.admin.get(TENANTS, PLACE)
  expect(spec).toMatchObject({
    image: 'quay.io/minio/minio:own',
    imagePullSecret: { name: 'photos-regcred' },
    requestAutoCert: false,
    externalCertSecret: [{ type: 'kubernetes.io/tls' }],
    externalCaCertSecret: [{ type: 'Opaque' }],
    kes: { image: 'quay.io/minio/kes:own', externalCertSecret: { name: 'photos-secret-kes-external-cert-0' } },
    pools: [{ affinity: { nodeAffinity: expect.anything(), podAntiAffinity: expect.anything() } }],
  })
  expect(spec.exposeServices?.minio ?? false).toBe(false)
  expect(JSON.stringify(spec.pools[0]?.affinity)).toContain('"key":"kubernetes.io/hostname"')
  const secret = async (name: string, key: string) => {
    const { data } = await cluster.admin.get(SECRETS, { namespace: 'team-a', name })
    return Buffer.from(data?.[key] ?? '', 'base64').toString('utf8')
  }
  const config = await secret('photos-env-configuration', 'config.env')
  expect(config).toContain(
    'MINIO_IDENTITY_OPENID_CONFIG_URL="https://login.example.com/.well-known/openid-configuration"',
  )
  expect(config).toContain('MINIO_IDENTITY_OPENID_CLIENT_SECRET="between-us"')
  expect(config).not.toContain('LDAP')
  const kes = await secret('photos-secret-kes-configuration', 'server-config.yaml')
  for (const part of ['https://vault.example.com', 'prefix: photos', 'secret: of-the-role', 'ping: 7s', 'ca.crt']) {
    expect(kes).toContain(part)
  }
  expect(kes).not.toContain('gemalto')
  expect(await secret('photos-regcred', '.dockerconfigjson')).toContain('"username":"puller"')
})
