/** Create Bucket: dependent settings, messages, and the result if a step fails (spec core-console 4, 5). */
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { bucketsOf } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

const open = async (page: Page) => {
  await page.goto('/buckets')
  await page.getByRole('button', { name: 'Create Bucket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Bucket' })
  return {
    dialog,
    name: dialog.getByLabel('Bucket name'),
    save: dialog.getByRole('button', { name: 'Save' }),
    /** The accessible name of a switch includes its hint. */
    toggle: (label: string) => dialog.getByRole('switch', { name: new RegExp(`^${label}`) }),
    quota: dialog.getByRole('group', { name: 'Quota' }),
    retention: dialog.getByRole('group', { name: 'Retention' }),
  }
}

test(
  'a bucket is created with versioning, locking, quota and retention, and the storage has them',
  ON_MINIO_TOO,
  async ({ page, storage }) => {
    const bucket = `whole-${Date.now()}`
    const { dialog, name, save, toggle, quota, retention } = await open(page)
    await name.fill(bucket)
    for (const label of ['Versioning', 'Object Locking', 'Quota', 'Retention']) {
      await expect(toggle(label)).not.toBeChecked()
    }
    await expect(toggle('Retention'), 'retention is offered only with versioning').toBeDisabled()
    await toggle('Versioning').click()
    await toggle('Quota').click()
    await expect(quota.getByLabel('Size', { exact: true })).toHaveValue('1')
    await expect(quota.getByRole('combobox')).toHaveValue('TiB')
    await quota.getByLabel('Size', { exact: true }).fill('5')
    await quota.getByRole('combobox').selectOption('GiB')
    await toggle('Retention').click()
    await expect(toggle('Object Locking')).toBeChecked()
    await expect(toggle('Object Locking')).toBeDisabled()
    await expect(retention.getByLabel('Retention mode')).toHaveValue('compliance')
    await expect(retention.getByLabel('Validity', { exact: true })).toHaveValue('1')
    await expect(retention.getByLabel(text('createBucket:unit'))).toHaveValue('days')
    await retention.getByLabel('Retention mode').selectOption('governance')
    await retention.getByLabel('Validity', { exact: true }).fill('3')
    await expectAccessible(page)
    await save.click()
    await expect(dialog).toBeHidden()

    expect((await storage.request({ method: 'GET', bucket, query: { versioning: '' } })).text).toContain('Enabled')
    const lock = (await storage.request({ method: 'GET', bucket, query: { 'object-lock': '' } })).text
    expect(lock).toContain('<Mode>GOVERNANCE</Mode><Days>3</Days>')
    await page.goto(`/buckets/${bucket}`)
    await expect(page).toHaveURL(`/buckets/${bucket}/summary`)
    await expect(page.getByRole('region', { name: 'Quota' })).toContainText('5.0 GiB')
    await expect(page.getByRole('region', { name: 'Retention' })).toContainText('Governance, 3 days')
    await expect(page.getByRole('region', { name: 'Object Locking' })).toContainText('Enabled')
    await expect(page.getByRole('region', { name: 'Versioning' })).toContainText('Enabled')
  },
)

test('the form says what is missing or wrong, what needs erasure coding, and which steps are finished if the quota is rejected', async ({
  page,
  provokes,
  storage,
  given,
  signIn,
}) => {
  await test.step('a rejected name is reported once, at its field, which has focus', async () => {
    provokes(400)
    const { dialog, name, save } = await open(page)
    await name.fill('My-Bucket')
    await save.click()
    const problem = text('createBucket:nameProblem', { reason: 'uppercase letters aren’t allowed' })
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(new RegExp(problem))
    await expect(dialog.getByText(problem)).toHaveCount(1)
    await expect(dialog.getByRole('alert')).toHaveText('')
    await name.fill('my-bucket-of-the-form')
    await expect(dialog.getByText(problem)).toHaveCount(0)
  })

  await test.step('the form says what is missing, and turning versioning off clears the retention', async () => {
    const before = await bucketsOf(storage)
    const { dialog, name, save, toggle, quota, retention } = await open(page)
    await name.fill('a-good-name')
    await expect(save).toBeEnabled()
    await toggle('Quota').click()
    for (const size of ['', '0']) {
      await quota.getByLabel('Size', { exact: true }).fill(size)
      await expect(dialog.getByText('Enter a size above 0 for the quota')).toBeVisible()
      await expect(save).toBeDisabled()
    }
    await quota.getByRole('combobox').selectOption('YiB')
    await quota.getByLabel('Size', { exact: true }).fill('1')
    await expect(dialog.getByText(text('createBucket:quotaTooLarge'))).toBeVisible()
    await toggle('Quota').click()
    await expect(save).toBeEnabled()

    await toggle('Versioning').click()
    await toggle('Retention').click()
    for (const validity of ['', '0']) {
      await retention.getByLabel('Validity', { exact: true }).fill(validity)
      await expect(dialog.getByText('Enter a validity of at least 1')).toBeVisible()
      await expect(save).toBeDisabled()
    }
    await retention.getByLabel(text('createBucket:unit')).selectOption('years')
    await retention.getByLabel('Validity', { exact: true }).fill('101')
    await expect(dialog.getByText(text('createBucket:validityTooLong'))).toBeVisible()
    await toggle('Versioning').click()
    await expect(retention).toHaveCount(0)
    await expect(toggle('Retention')).toBeDisabled()
    await expect(toggle('Object Locking')).not.toBeChecked()
    await toggle('Versioning').click()
    await toggle('Retention').click()
    await expect(retention.getByLabel('Validity', { exact: true })).toHaveValue('1')
    await expect(retention.getByLabel(text('createBucket:unit'))).toHaveValue('days')

    await dialog.getByRole('button', { name: 'Clear' }).click()
    await expect(name).toHaveValue('')
    for (const label of ['Versioning', 'Object Locking', 'Quota', 'Retention']) {
      await expect(toggle(label)).not.toBeChecked()
    }
    expect(await bucketsOf(storage)).toEqual(before)
  })

  await test.step('without erasure coding the settings are off, and the dialog says so', async () => {
    // Neither the engine nor the MinIO of the journeys can be started without erasure coding.
    await page.route('**/api/v1/session', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), distributedMode: false } })
    })
    const { dialog, name, save, toggle } = await open(page)
    await expect(
      dialog.getByText('Some these features are disabled as server is running in non-erasure coded mode.'),
    ).toBeVisible()
    for (const label of ['Versioning', 'Object Locking', 'Quota', 'Retention'])
      await expect(toggle(label)).toBeDisabled()
    await name.fill('plain-bucket')
    await expect(save).toBeEnabled()
  })
  await page.unrouteAll()

  await test.step('if the quota is rejected the dialog lists the finished steps, and Retry repeats only the quota', async () => {
    const s3 = { Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }
    const user = await given.user({ Version: '2012-10-17', Statement: [s3] })
    await signIn({ keys: user })
    const bucket = `partly-${Date.now()}`
    const { dialog, name, save, toggle, quota } = await open(page)
    await name.fill(bucket)
    await toggle('Versioning').click()
    await toggle('Quota').click()
    await quota.getByLabel('Size', { exact: true }).fill('7')
    await save.click()

    await expect(dialog.getByText(text('createBucket:partly', { name: bucket }))).toBeVisible()
    const step = (label: string) => dialog.getByRole('listitem').filter({ hasText: new RegExp(`^${label}`) })
    await expect(step('Bucket')).toContainText('Done')
    await expect(step('Versioning')).toContainText('Done')
    await expect(step('Quota')).toContainText('(admin:SetBucketQuota on ')
    expect(await bucketsOf(storage)).toContain(bucket)
    await expectAccessible(page)

    const quotas = { Effect: 'Allow', Action: ['admin:SetBucketQuota', 'admin:GetBucketQuota'] }
    await user.setPolicy({ Version: '2012-10-17', Statement: [s3, quotas] })
    const writes: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() !== 'GET' && !pathname.endsWith('has-permission'))
        writes.push(`${request.method()} ${pathname}`)
    })
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(`Bucket ${bucket} was created.`)).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(writes).toEqual([`PUT /api/v1/buckets/${bucket}/quota`])
    await page.goto(`/buckets/${bucket}/summary`)
    await expect(page.getByRole('region', { name: 'Quota' })).toContainText('7.0 TiB')
  })
})
