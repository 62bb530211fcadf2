/** The console in front of storage servers that take up to an hour to build. */
import { startGarage, startSeaweedfs } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import {
  createVersionedBucket,
  expectNoSidewaysScroll,
  signInWithForm,
  useObjects,
  viewOnPhone,
} from '../src/any-server.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf, uploadFiles } from '../src/object-browser.ts'
import { SCALED } from '../src/scale.ts'
import { text } from '../src/text.ts'

test(
  'an administrator of SeaweedFS works with objects and users, and sees what the server doesn’t have',
  SCALED,
  async ({ page, ownConsole, stopAtEnd, provokes }) => {
    test.setTimeout(10 * 60_000)
    provokes(401, 404, 501, 'blocked', 'unreachable')
    const storage = await startSeaweedfs()
    stopAtEnd(storage)
    const console = await ownConsole({ storage })
    await signInWithForm(page, console.url, storage.root)
    await createVersionedBucket(page, 'films')
    await page.getByRole('link', { name: 'films', exact: true }).click()
    await expect(page.getByText(text('bucket:summary.s3AndIam', { product: 'SeaweedFS' }))).toBeVisible()
    await expect(page.getByRole('region', { name: 'Quota' })).toBeHidden()
    await page.getByRole('link', { name: 'Browse objects' }).click()
    await useObjects(page, 'films', 200)
    await viewOnPhone(page, 'films')
    await visit(page, '/users')
    await expect(page.getByRole('button', { name: 'Create User' })).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Username')).toBeVisible()
  },
)

test(
  'the holder of an admin token of Garage gives a key rights on a bucket, and sees the cluster',
  SCALED,
  async ({ page, ownConsole, stopAtEnd, provokes }) => {
    test.setTimeout(10 * 60_000)
    page.setDefaultTimeout(60_000)
    provokes(401, 404, 501, 'blocked', 'unreachable')
    const storage = await startGarage()
    stopAtEnd(storage)
    const console = await ownConsole({ storage, env: { COOPERAGE_GARAGE_ADMIN_URL: storage.adminUrl } })
    await page.goto(console.url)
    await page.getByRole('button', { name: text('session:use.garageToken') }).click()
    await page.getByLabel(text('session:garageToken'), { exact: true }).fill(storage.token)
    await page.getByRole('button', { name: 'Login' }).click()

    await page.getByRole('button', { name: 'Create Bucket' }).first().click()
    const creation = page.getByRole('dialog')
    await creation.getByLabel('Bucket name').fill('site')
    await creation.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'site', exact: true }).click()
    await expect(page.getByText(text('bucket:summary.s3AndGarage'))).toBeVisible()
    await expect(page.getByRole('region', { name: 'Versioning' })).toBeHidden()
    await page.getByRole('button', { name: text('garage:bucket.editWebsite') }).click()
    const website = page.getByRole('dialog')
    await website.getByRole('switch', { name: text('garage:bucket.websiteOn') }).click({ force: true })
    await website.getByRole('button', { name: 'Save' }).click()
    const card = page.getByRole('region', { name: text('garage:bucket.website') })
    await expect(card).toContainText(text('garage:bucket.hasWebsite'))
    await page.getByRole('link', { name: 'Browse objects' }).click()
    await uploadFiles(page, [{ name: 'index.html', buffer: Buffer.from('<p>hello</p>') }])
    await expect(rowOf(page, 'index.html')).toBeVisible()

    await visit(page, '/access-keys')
    await page.getByRole('button', { name: text('garage:keys.create') }).click()
    const key = page.getByRole('dialog')
    await key.getByLabel(text('garage:keys.nameLabel'), { exact: true }).fill('publisher')
    await expectAccessible(page)
    await key.getByRole('button', { name: text('garage:keys.create') }).click()
    await expect(key.getByLabel(text('accessKeys:created.secretKey'), { exact: true })).toHaveValue(/^[\da-f]{64}$/)
    await key.getByRole('button', { name: text('accessKeys:created.done') }).click()
    await expect(rowOf(page, 'publisher')).toBeVisible()

    await visit(page, '/buckets/site/access/keys')
    await page.getByRole('button', { name: text('garage:bucket.addKey') }).click()
    const rights = page.getByRole('dialog')
    const option = rights.getByRole('option', { name: /^publisher/ })
    await rights.getByLabel(text('garage:bucket.key')).selectOption((await option.getAttribute('value')) ?? '')
    await rights.getByRole('switch', { name: text('garage:bucket.rights.read') }).click({ force: true })
    await rights.getByRole('button', { name: 'Save' }).click()
    await expect(rowOf(page, 'publisher')).toContainText(text('garage:bucket.rights.read'))

    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/cluster', '/access-keys', '/buckets/site/access/keys', '/buckets/site/summary']) {
      await visit(page, path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    await page.setViewportSize({ width: 1360, height: 850 })
    await visit(page, '/cluster')
    await expect(page.getByRole('region', { name: text('garage:cluster.health') })).toContainText(
      text('garage:cluster.status.healthy'),
    )
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Username')).toBeVisible()
    const keys = (await storage.admin('ListKeys')) as { name: string }[]
    expect(keys.map(({ name }) => name)).not.toContain('cooperage session')
  },
)
