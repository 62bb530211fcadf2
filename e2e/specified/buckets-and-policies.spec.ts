/** The specified texts of a bucket and of a policy (core-console 2, 5, 6 and 9). */
import { accountsOf, createLockedBucket, uniqueName } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { stopTime } from '../src/clock.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

/** The session of a server with or without erasure coding: each server of the journeys has only one kind. */
async function tellDistributed(page: Page, distributedMode: boolean): Promise<void> {
  await page.route('**/api/v1/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), distributedMode } })
  })
}

const tabs = (page: Page) => page.getByRole('navigation', { name: text('bucket:tabs.label') }).getByRole('link')
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a bucket and a policy have their tabs, settings and names as specified', async ({ page, storage, given }) => {
  await test.step('a bucket has its tabs, and its summary shows all settings', async () => {
    const bucket = uniqueName('whole')
    await createLockedBucket(storage.request, bucket)
    await tellDistributed(page, true)
    await page.goto(`/buckets/${bucket}`)
    await expect(page).toHaveURL(`/buckets/${bucket}/summary`)
    await expect(tabs(page)).toHaveText(['Summary', 'Events', 'Replication', 'Lifecycle', 'Audit Access'])
    for (const setting of [
      'Access Policy',
      'Replication',
      'Object Locking',
      'Encryption',
      'Reported Usage',
      'Versioning',
      'Quota',
      'Retention',
    ]) {
      await expect(card(page, setting)).toBeVisible()
    }
    await page.unroute('**/api/v1/session')
  })

  await test.step('without erasure coding there is no replication, no lifecycle, and no setting that needs it', async () => {
    const bucket = await given.bucket()
    await tellDistributed(page, false)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto(`/buckets/${bucket}/summary`)
    await expect(card(page, 'Access Policy')).toContainText('Private')
    await expect(card(page, 'Encryption')).toContainText('Disabled')
    await expect(tabs(page)).toHaveText(['Summary', 'Events', 'Audit Access'])
    for (const setting of ['Replication', 'Object Locking', 'Versioning', 'Quota', 'Retention']) {
      await expect(card(page, setting)).toHaveCount(0)
    }
    for (const call of ['replication', 'object-locking', 'versioning', 'quota', 'retention']) {
      expect(calls).not.toContain(`/api/v1/buckets/${bucket}/${call}`)
    }
    for (const tab of ['replication', 'lifecycle']) {
      await visit(page, `/buckets/${bucket}/${tab}`)
      await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
    }
    await page.unroute('**/api/v1/session')
  })

  await test.step('a name is validated after typing has paused for 1000 ms', async () => {
    await page.clock.install()
    await page.goto('/buckets')
    await page.getByRole('button', { name: 'Create Bucket' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Bucket' })
    const name = dialog.getByLabel('Bucket name')
    await expect(name).toBeFocused()
    await stopTime(page)
    await name.fill('Photos')
    await page.clock.runFor(900)
    await expect(dialog.getByText('uppercase letters aren’t allowed')).toHaveCount(0)
    await page.clock.runFor(200)
    await expect(dialog.getByText('uppercase letters aren’t allowed')).toBeVisible()
  })
  await page.clock.resume()

  await test.step('a policy has its details, users and groups, with a search', async () => {
    const accounts = accountsOf(storage)
    const policy = await accounts.policy({ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::a/*'] })
    const user = await accounts.user(policy)
    const group = await accounts.group([user], policy)
    await page.goto(`/policies/${policy}`)
    await expect(page.getByRole('textbox', { name: 'Policy' })).toContainText('s3:GetObject')
    await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
    const parts = page.getByRole('navigation', { name: text('policies:tabs.label') })
    await expect(parts.getByRole('link')).toContainText(['Details', 'Users', 'Groups'])
    await parts.getByRole('link', { name: 'Users' }).click()
    await expect(rowOf(page, user.accessKey)).toBeVisible()
    await parts.getByRole('link', { name: 'Groups' }).click()
    await expect(rowOf(page, group)).toBeVisible()
    await page.getByPlaceholder('Search Groups').fill('no such group')
    await expect(rowOf(page, group)).toHaveCount(0)
    await page.getByPlaceholder('Search Groups').fill(group)
    await expect(rowOf(page, group)).toBeVisible()
  })

  await test.step('policies are sorted by name, searched case-sensitively, and need a name to be saved', async () => {
    await visit(page, '/policies')
    await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
    await page.getByPlaceholder('Search Policies').fill('READ')
    await expect(page.getByText('0 policies')).toBeVisible()
    await page.getByPlaceholder('Search Policies').fill('read')
    await expect(page.getByRole('row')).toContainText(['readonly', 'readwrite'])
    await page.getByPlaceholder('Search Policies').fill('readonly')
    await expect(rowOf(page, 'readonly').getByRole('link', { name: 'View' })).toBeVisible()
    await expect(rowOf(page, 'readonly').getByRole('button', { name: 'Delete' })).toBeVisible()
    await page.getByRole('button', { name: 'Create Policy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Policy' })
    await expect(dialog.getByRole('button', { name: 'Clear' })).toBeVisible()
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect(save).toHaveAccessibleDescription('Enter a name first')
    await dialog.getByLabel('Policy Name').fill('   ')
    await expect(save).toHaveAccessibleDescription('Enter a name first')
  })
})
