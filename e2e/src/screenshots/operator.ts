/** What the screenshots of operator mode show: a cluster with a tenant, each step of the wizard, and every tab. */
import { NAMESPACES } from '@cooperage/kube-client'
import { waitUntil } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import type { OperatorPreview } from '../operator-preview.ts'
import { text } from '../text.ts'
import type { Scene } from './scene.ts'

const TENANT = '/namespaces/team-photos/tenants/photos'
const POD = `${TENANT}/pods/photos-pool-0-0`

/** Signs in to the console of the cluster. Returns the cookie of the session. */
async function signIn(url: string, jwt: string): Promise<string> {
  const body = JSON.stringify({ jwt })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/v1/login/operator`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The console refused the token: ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** Creates a namespace for the wizard, and a tenant with some objects in another one. */
export async function storeSampleTenant({ url, token, kube }: OperatorPreview): Promise<void> {
  for (const name of ['team-photos', 'team-archive']) await kube.create(NAMESPACES, { metadata: { name } })
  const cookie = await signIn(url, token)
  const post = async (path: string, body: string | FormData) => {
    const headers = { cookie, ...(typeof body === 'string' && { 'content-type': 'application/json' }) }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`The console refused ${path}: ${response.status} ${await response.text()}`)
  }
  const pool = { servers: 4, volumes_per_server: 2, volume_configuration: { size: 107_374_182_400 } }
  await post('/api/v1/tenants', JSON.stringify({ name: 'photos', namespace: 'team-photos', pools: [pool] }))
  const buckets = '/api/proxy/team-photos/photos/api/v1/buckets'
  await waitUntil(
    'the console of the tenant opens',
    async () => (await fetch(`${url}${buckets}`, { headers: { cookie } })).ok,
  )
  for (const [bucket, size] of Object.entries({ holiday: 900_000, portraits: 300_000 })) {
    await post(buckets, JSON.stringify({ name: bucket }))
    const form = new FormData()
    form.append(String(size), new Blob([Buffer.alloc(size, bucket)]), 'beach.jpg')
    await post(`${buckets}/${bucket}/objects/upload`, form)
  }
}

const turnOn = (page: Page, key: string) => page.getByRole('switch', { name: text(key) }).click({ force: true })

/** Fills in the first step, and continues to another one in advanced mode. */
async function showsStep(page: Page, step: string): Promise<void> {
  await page.getByLabel(text('tenantWizard:name.tenantName')).fill('archive')
  await page.getByLabel(text('tenantWizard:name.namespace')).fill('team-archive')
  await turnOn(page, 'tenantWizard:advanced')
  const next = page.getByRole('button', { name: text('tenantWizard:next'), exact: true })
  const current = page.locator('form h2').first()
  const wanted = text(`tenantWizard:steps.${step}`)
  await page.locator('select').first().locator('option').first().waitFor({ state: 'attached' })
  for (let shown = await current.innerText(); shown !== wanted; shown = await current.innerText()) {
    await next.click()
    await page.getByRole('heading', { name: shown, exact: true }).waitFor({ state: 'hidden' })
  }
}

async function opensMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: text('tenants:more') }).click()
  await page.getByRole('menuitem', { name: text(item), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

async function opensDialog(page: Page, button: string): Promise<void> {
  await page
    .getByRole('button', { name: text(button), exact: true })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

/** What is turned on in a step, so that its further fields show. */
const IN_STEP: Record<string, (page: Page) => Promise<void>> = {
  nameTenant: async () => undefined,
  configure: async (page) => {
    await turnOn(page, 'tenantWizard:configure.customImage')
    await turnOn(page, 'tenantWizard:configure.customDockerhub')
  },
  affinity: (page) => page.getByLabel(text('tenantWizard:affinity.nodeSelector')).check(),
  identityProvider: async () => undefined,
  security: (page) => turnOn(page, 'tenantWizard:security.custom'),
  encryption: (page) => turnOn(page, 'tenantWizard:encryption.enable'),
  tenantSize: (page) => page.getByText(text('tenantWizard:size.usable')).waitFor(),
  preview: async () => undefined,
}

const IN_CLUSTER: readonly Omit<Scene, 'at'>[] = [
  { name: 'tenants', path: '/tenants' },
  ...Object.entries(IN_STEP).map(([step, act]) => ({
    name: `tenant-wizard-${step}`,
    path: '/tenants/add',
    act: async (page: Page) => {
      await showsStep(page, step)
      await act(page)
    },
  })),
  ...(['openId', 'ad'] as const).map((kind) => ({
    name: `tenant-wizard-identity-${kind}`,
    path: '/tenants/add',
    act: async (page: Page) => {
      await showsStep(page, 'identityProvider')
      await page.getByRole('radio', { name: text(`tenantWizard:identity.${kind}`) }).check()
    },
  })),
  ...(['aws', 'gemalto', 'gcp'] as const).map((kind) => ({
    name: `tenant-wizard-encryption-${kind}`,
    path: '/tenants/add',
    act: async (page: Page) => {
      await showsStep(page, 'encryption')
      await turnOn(page, 'tenantWizard:encryption.enable')
      await page.getByRole('radio', { name: text(`tenantWizard:encryption.types.${kind}`) }).check()
    },
  })),
  {
    name: 'tenant-wizard-namespace',
    path: '/tenants/add',
    act: async (page) => {
      await page.getByLabel(text('tenantWizard:name.tenantName')).fill('Archive')
      await page.getByLabel(text('tenantWizard:name.namespace')).fill('team-drafts')
      await page.getByRole('button', { name: 'Create namespace team-drafts' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'tenant-wizard-created',
    path: '/tenants/add',
    act: async (page) => {
      // For a picture, the tenant need not be created.
      const console = { access_key: 'bZr3kQ81mVxT0aYw', secret_key: 'M4rJ9sLq2tXcV7bN0pZkW5yHd8gFuE1a' }
      await page.route('**/api/v1/tenants', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ json: { console: [console] } }) : route.continue(),
      )
      await showsStep(page, 'preview')
      await page.getByRole('button', { name: text('tenantWizard:create'), exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  ...['summary', 'security', 'pools', 'pods', 'license'].map((tab) => ({
    name: `tenant-${tab}`,
    path: `${TENANT}/${tab}`,
  })),
  {
    name: 'tenant-yaml',
    path: TENANT,
    act: async (page) => {
      await opensMenu(page, 'tenants:yaml.action')
      await page.getByRole('dialog').getByText('minio.min.io/v2').waitFor()
    },
  },
  { name: 'tenant-delete', path: TENANT, act: (page) => opensMenu(page, 'tenants:delete.action') },
  {
    name: 'tenant-remains',
    path: TENANT,
    act: async (page) => {
      // For a picture, the tenant need not be deleted.
      await page.route('**/namespaces/team-photos/tenants/photos', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.continue(),
      )
      await opensMenu(page, 'tenants:delete.action')
      await page.getByRole('dialog').getByLabel(text('tenants:delete.typed')).fill('photos')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('tenants:delete.submit') })
        .click()
      await page.getByRole('dialog', { name: text('tenants:remains.title', { tenant: 'photos' }) }).waitFor()
    },
  },
  {
    name: 'tenant-pod-delete',
    path: `${TENANT}/pods`,
    act: async (page, isPhone) => {
      const pod = 'photos-pool-0-1'
      if (isPhone) await page.getByRole('button', { name: `Actions for ${pod}` }).click()
      const action = isPhone
        ? page.getByRole('menuitem', { name: text('tenants:pods.delete.action') })
        : page.getByRole('button', { name: `${text('tenants:pods.delete.action')} ${pod}` })
      await action.click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'tenant-security-custom',
    path: `${TENANT}/security`,
    act: async (page) => {
      await turnOn(page, 'tenants:security.custom')
      await page.getByLabel(`${text('tenants:security.minioCas')}: ${text('tenants:security.cert')}`).waitFor()
    },
  },
  {
    name: 'tenant-yaml-changed',
    path: TENANT,
    act: async (page) => {
      await opensMenu(page, 'tenants:yaml.action')
      await page.getByRole('textbox', { name: text('tenants:yaml.field') }).focus()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.insertText('bogus: true\n')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /unknown field/ })
        .waitFor()
    },
  },
  { name: 'tenant-update', path: TENANT, act: (page) => opensDialog(page, 'tenants:update.action') },
  { name: 'tenant-add-pool', path: `${TENANT}/pools`, act: (page) => opensDialog(page, 'tenants:pools.expand') },
  {
    name: 'tenant-hop',
    path: `${TENANT}/hop`,
    act: (page) => page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'tenant-metrics',
    path: `${TENANT}/metrics`,
    // The first sample may still be missing.
    act: (page) =>
      page.frameLocator('iframe').getByRole('region', { name: 'Total Online Servers' }).getByText('1').waitFor(),
  },
  { name: 'tenant-pod-events', path: POD },
  {
    name: 'tenant-pod-event',
    path: POD,
    act: async (page) => {
      await page.getByRole('button', { name: 'Successfully assigned' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  // An engine writes nothing unless something fails.
  { name: 'tenant-pod-logs', path: `${POD}?tab=logs` },
  { name: 'tenant-pod-logs-simulated', path: `${TENANT}/pods/photos-pool-0-1?tab=logs` },
  { name: 'storage-volumes', path: '/storage/volumes' },
  { name: 'storage-drives', path: '/storage/drives' },
  {
    name: 'storage-format',
    path: '/storage/drives',
    act: (page) => opensDialog(page, 'clusterStorage:drives.formatAll'),
  },
  {
    name: 'storage-format-errors',
    path: '/storage/drives',
    act: async (page) => {
      // For a picture, no drive has to be formatted.
      const error = 'cannot write to /dev/vde: input/output error'
      const formatIssuesList = [1, 2, 3].map((node) => ({ node: `node-${node}`, drive: '/dev/vde', error }))
      await page.route('**/direct-csi/drives/format', (route) => route.fulfill({ json: { formatIssuesList } }))
      await opensDialog(page, 'clusterStorage:drives.formatAll')
      await page.getByRole('dialog').getByLabel(text('clusterStorage:format.typed')).fill('YES, PROCEED')
      await page.getByRole('dialog').getByRole('button', { name: 'Format Drives' }).click()
      await page.getByRole('dialog', { name: text('clusterStorage:issues.title') }).waitFor()
    },
  },
  {
    name: 'storage-not-installed',
    path: '/storage/drives',
    act: async (page) => {
      await page.route('**/direct-csi/drives', (route) =>
        route.fulfill({ status: 404, json: { code: 'DrivesNotManaged', message: 'Not managed' } }),
      )
      await page.reload()
      await page.getByText(text('clusterStorage:drives.notInstalledTitle')).first().waitFor()
    },
  },
  { name: 'license-operator', path: '/license' },
  { name: 'license-activate', path: '/license', act: (page) => opensDialog(page, 'license:activation.open') },
]

export const OPERATOR_SCENES: readonly Scene[] = IN_CLUSTER.map((scene) => ({
  ...scene,
  at: ({ cluster }) => cluster.url,
}))
