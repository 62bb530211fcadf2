/** A tenant's certificates, image, license and pods. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NAMESPACES, PODS, SECRETS, TENANTS } from '@cooperage/kube-client'
import { TEST_CERTIFICATES, tempFolder } from '@cooperage/testkit'
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect } from '../src/journey.ts'
import { cellsOf } from '../src/object-browser.ts'
import { tenantOf, test, toggle } from '../src/operator.ts'

const PLACE = { namespace: 'team-a', name: 'photos' }
const ROOT_KEYS = 'export MINIO_ROOT_USER="rootuser"\nexport MINIO_ROOT_PASSWORD="rootpassword"\n'
const CERTIFICATE = { name: 'tls.crt', mimeType: '', buffer: Buffer.from(TEST_CERTIFICATES[0].cert) }
const KEY = { name: 'tls.key', mimeType: '', buffer: Buffer.from(TEST_CERTIFICATES[0].key) }

const isCut = (box: Locator) => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)

/** A license of a vendor of our own, and the file that it is verified with. */
function license() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: 'ada@example.com', org: 'Example Ltd', cap: 50, plan: 'ENTERPRISE', aid: 7, exp: 4_102_444_800 }
  const text = `${part({ alg: 'ES384' })}.${part(claims)}`
  const signature = sign('sha384', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const folder = tempFolder('license')
  const file = join(folder.path, 'vendor.pem')
  writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }))
  return { key: `${text}.${signature.toString('base64url')}`, file, remove: folder.remove }
}

test('a tenant gets a certificate, another image and a license, and a pod is deleted', { tag: '@scaled' }, async ({
  page,
  cluster,
  signInToCluster,
  provokes,
}) => {
  // No license yet, a list of pods that fails once, and no usage.
  provokes(404, 502, 503)
  await cluster.admin.create(NAMESPACES, { metadata: { name: 'team-a' } })
  const config = { metadata: { ...PLACE, name: 'photos-env-configuration' }, stringData: { 'config.env': ROOT_KEYS } }
  await cluster.admin.create(SECRETS, config)
  await cluster.admin.create(TENANTS, tenantOf('team-a', 'photos'))
  const vendor = license()
  await signInToCluster({ COOPERAGE_LICENSE_PUBLIC_KEY_FILE: vendor.file })
  await page.getByRole('row', { name: /photos/ }).click()

  await page.getByRole('button', { name: 'Update MinIO Version' }).click()
  const update = page.getByRole('dialog', { name: 'Update MinIO Version' })
  await update.getByLabel('MinIO image').fill('minio')
  await expect(update.getByText('Enter an image in the form registry/name:tag').first()).toBeVisible()
  await update.getByLabel('MinIO image').fill('quay.io/minio/minio:next')
  await update.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('quay.io/minio/minio:next')).toBeVisible()

  const tabs = page.getByRole('navigation', { name: 'Tenant pages' })
  await tabs.getByRole('link', { name: 'Security' }).click()
  await toggle(page, 'Custom Certificates')
  // Both are being read at the same time.
  await Promise.all([
    page.getByLabel('MinIO certificates: Key').setInputFiles(KEY),
    page.getByLabel('MinIO certificates: Cert').setInputFiles(CERTIFICATE),
  ])
  const restart = page.getByRole('dialog', { name: 'Save and Restart' })
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(restart.getByRole('button', { name: 'Restart', exact: true })).toBeVisible()
    await restart.getByRole('button', { name: 'Restart', exact: true }).click()
    await expect(restart).toBeHidden()
  }
  await save()
  await expect(page.getByText('localhost, 127.0.0.1')).toBeVisible()
  await expectAccessible(page)
  const made = (await cluster.admin.get(TENANTS, PLACE)).spec.externalCertSecret?.[0]?.name ?? ''
  await page.getByRole('button', { name: `Remove ${made}` }).click()
  await save()
  await expect(page.getByText('localhost, 127.0.0.1')).toBeHidden()
  expect((await cluster.admin.get(TENANTS, PLACE)).spec.externalCertSecret).toEqual([])

  await tabs.getByRole('link', { name: 'License' }).click()
  const card = page.getByRole('region', { name: 'License', exact: true })
  await expect(card.getByRole('link', { name: 'Activate Product' })).toBeVisible()
  await card.getByRole('link', { name: 'Activate Product' }).click()
  await expect(page).toHaveURL(/\/license$/)
  await page.getByRole('button', { name: 'Activate license' }).click()
  const activation = page.getByRole('dialog', { name: 'Activate license' })
  await activation.getByRole('textbox', { name: 'License key' }).fill(vendor.key)
  await activation.getByRole('button', { name: 'Activate license' }).click()
  await expect(page.getByText('Example Ltd')).toBeVisible()
  await page.goBack()
  await expect(card.getByRole('button', { name: 'Attach License' })).toBeVisible()
  await card.getByRole('button', { name: 'Attach License' }).click()
  await expect(card.getByText('ENTERPRISE')).toBeVisible()
  vendor.remove()

  const failure = { status: 502, json: { code: 'ClusterError', message: 'The API server failed.' } }
  await page.route('**/photos/pods', (route) => route.fulfill(failure))
  await tabs.getByRole('link', { name: 'Pods' }).click()
  await expect(page.getByText('Error loading pods').first()).toBeVisible()
  await page.unroute('**/photos/pods')
  await page.getByRole('button', { name: 'Refresh' }).last().click()
  const pod = 'photos-pool-0-2'
  await expect(page.getByRole('row', { name: pod })).toBeVisible()
  await test.step('status, age and node of the pods are legible at a width of 1360', async () => {
    const before = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 1360, height: 850 })
    const table = page.getByRole('grid', { name: 'Pods' })
    const row = table.getByRole('row', { name: pod })
    const columns = await table.getByRole('columnheader').allInnerTexts()
    for (const name of ['Status', 'Age', 'Node']) {
      const content = cellsOf(row).nth(columns.indexOf(name))
      await expect(content).not.toBeEmpty()
      expect(await isCut(content), name).toBe(false)
    }
    expect(await isCut(table.locator('..')), 'table').toBe(false)
    await page.setViewportSize(before)
  })
  const { metadata } = await cluster.admin.get(PODS, { ...PLACE, name: pod })
  await page.getByRole('row', { name: pod }).getByRole('button', { name: 'Delete' }).click()
  const removal = page.getByRole('dialog', { name: `Delete pod ${pod}` })
  await removal.getByLabel('Pod name').fill('photos-pool-0-3')
  await expect(removal.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await removal.getByLabel('Pod name').fill(pod)
  await removal.getByRole('button', { name: 'Delete' }).click()
  // The cluster starts another one in its place.
  await expect
    .poll(async () => (await cluster.admin.get(PODS, { ...PLACE, name: pod }).catch(() => undefined))?.metadata.uid)
    .not.toBe(metadata.uid)
})
