/**
 * The console of a tenant inside operator mode, on a cluster of one command whose tenants are real storage engines. In
 * `npm run test:long` on the real API server, with a storage server as the tenant.
 */
import { readFile } from 'node:fs/promises'
import { type KubeClient, NAMESPACES, SECRETS, TENANTS } from '@cooperage/kube-client'
import { ROOT_KEYS, tempFolder } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { test as base, expect } from '../src/journey.ts'
import { settingsFor, startRealCluster } from '../src/operator.ts'
import { startOperatorPreview } from '../src/operator-preview.ts'
import { SCALE } from '../src/scale.ts'

interface Platform {
  /** Of the console. */
  url: string
  token: string
  namespace: string
}

const test = base.extend<{ platform: Platform }>({
  platform: async ({ page, ownConsole, ownStorage }, use, info) => {
    if (SCALE === 1) {
      const { url, token, kube, stop } = await startOperatorPreview()
      await createTenant(kube, 'team-a')
      await use({ url, token, namespace: 'team-a' })
      // Before its server, which it would report as unreachable.
      await page.close()
      await stop()
      return
    }
    const folder = tempFolder('authority')
    const cluster = await startRealCluster(info)
    const storage = await ownStorage()
    // The only tenant is in the namespace that is also the name of this machine.
    const namespace = 'localhost'
    const env = { COOPERAGE_TENANT_URL: `http://{namespace}:${new URL(storage.url).port}` }
    const { url } = await ownConsole({ env: { ...settingsFor(cluster, folder.path), ...env } })
    await createTenant(cluster.admin, namespace)
    await use({ url, token: cluster.adminToken, namespace })
    await page.close()
    await cluster.stop()
    folder.remove()
  },
})

async function createTenant(kube: KubeClient, namespace: string): Promise<void> {
  await kube.create(NAMESPACES, { metadata: { name: namespace } })
  const config = `export MINIO_ROOT_USER="${ROOT_KEYS.accessKey}"\nexport MINIO_ROOT_PASSWORD="${ROOT_KEYS.secretKey}"\n`
  await kube.create(SECRETS, { metadata: { name: 'photos-env', namespace }, stringData: { 'config.env': config } })
  const storage = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
  await kube.create(TENANTS, {
    metadata: { name: 'photos', namespace },
    spec: {
      configuration: { name: 'photos-env' },
      pools: [{ name: 'pool-0', servers: 4, volumesPerServer: 1, volumeClaimTemplate: { spec: storage } }],
    },
  })
}

test('the console of a tenant opens signed in: a bucket, an upload, a download, a restart and metrics', {
  tag: '@scaled',
}, async ({ page, platform: { url, token, namespace }, provokes }) => {
  // While the tenant restarts.
  provokes(503)
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/v1/')) bodies.push(response.text().catch(() => ''))
  })
  await page.request.post(`${url}/api/v1/login/operator`, { data: { jwt: token } })
  await page.goto(`${url}/namespaces/${namespace}/tenants/photos`)
  await expect(page.getByText('Counted by the tenant itself')).toBeVisible()
  await page.getByRole('link', { name: 'Management UI' }).click()
  await expect(page).toHaveURL(`${url}/namespaces/${namespace}/tenants/photos/hop`)
  await expect(page.getByRole('button', { name: 'Back to tenant' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
  const frame = page.frameLocator('iframe[title="Console of tenant photos"]')
  await expect(frame.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(frame.getByRole('button', { name: 'Logout' })).toBeHidden()

  const menu = frame.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Buckets' }).click()
  await frame.getByRole('button', { name: 'Create Bucket' }).first().click()
  const dialog = frame.getByRole('dialog', { name: 'Create Bucket' })
  await dialog.getByLabel('Bucket name').fill('holiday')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await menu.getByRole('link', { name: 'Object Browser' }).click()
  // The list of buckets has a link with the same name.
  await expect(frame.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
  await frame.getByRole('link', { name: 'holiday' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await frame.getByRole('button', { name: 'Upload', exact: true }).click()
  const file = { name: 'beach.txt', mimeType: 'text/plain', buffer: Buffer.from('sand and sea') }
  await (await chooser).setFiles(file)
  const saved = page.waitForEvent('download')
  await frame
    .getByRole('row', { name: /beach\.txt/ })
    .getByRole('link', { name: 'Download' })
    .click()
  expect(await readFile(await (await saved).path(), 'utf8')).toBe('sand and sea')
  await frame.getByRole('button', { name: 'Actions for beach.txt' }).click()
  await frame.getByRole('menuitem', { name: 'Preview' }).click()
  const preview = frame.getByRole('dialog', { name: 'Preview of beach.txt' })
  // A document without an origin, below the address of the tenant, which gets the content from the page around it.
  await expect(preview.locator('iframe')).toHaveAttribute('src', `/api/proxy/${namespace}/photos/preview-frame`)
  await expect(preview.frameLocator('iframe').getByText('sand and sea')).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).click()
  await expect(preview).toBeHidden()

  const region = { key_values: [{ key: 'region', value: 'eu-west-9' }] }
  await page.request.put(`${url}/api/proxy/${namespace}/photos/api/v1/configs/site`, { data: region })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const banner = frame.getByText('The instance needs to be restarted for configuration changes to take effect.')
  await expect(banner).toBeVisible()
  await expectAccessible(page)
  await frame.getByRole('button', { name: 'Restart' }).click()
  const question = frame.getByRole('dialog', { name: 'Restart the storage server' })
  await question.getByRole('button', { name: 'Restart' }).click()
  await expect(frame.getByText('The server is restarting.')).toBeVisible()
  await expect(banner).toBeHidden()

  await page.getByRole('button', { name: 'Back to tenant' }).click()
  // The process of a tenant is here only on the platform.
  if (SCALE === 1) {
    await test.step('the log of a pod is that of its process, and its lines are highlighted', async () => {
      await page.goto(`${url}/namespaces/${namespace}/tenants/photos/pods/photos-pool-0-0`)
      await page.getByRole('link', { name: 'Logs' }).click()
      const lines = page.getByRole('region', { name: 'Lines of the log' })
      await expect(lines).toContainText('The engine is ready at')
      await expect(page.locator('[data-highlighted]')).toHaveCount(0)
      await page.getByLabel('Highlight Line').fill('ENGINE IS READY')
      await expect(page.locator('[data-highlighted]').first()).toContainText('The engine is ready at')
      await page.getByRole('link', { name: 'photos', exact: true }).click()
    })
  }
  const tabs = page.getByRole('navigation', { name: 'Tenant pages' })
  await tabs.getByRole('link', { name: 'Metrics' }).click()
  const metrics = page.frameLocator('iframe[title="Metrics of tenant photos"]')
  await expect(metrics.getByText('every 15 seconds while someone uses the console of this tenant')).toBeVisible()
  await expect(metrics.getByRole('region', { name: 'Total Online Servers', exact: true })).toContainText('1')
  await metrics.getByRole('link', { name: 'Usage' }).click()
  await expect(metrics.getByText('holiday')).toBeVisible()
  await expect(metrics.getByRole('navigation', { name: 'Main menu' })).toBeHidden()
  await expectAccessible(page)

  const seen = (await Promise.all(bodies)).join()
  expect([seen.includes(ROOT_KEYS.accessKey), seen.includes(ROOT_KEYS.secretKey)]).toEqual([false, false])
})
