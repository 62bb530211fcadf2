/** Replication of one bucket and of several: prerequisites, permissions and forms (spec core-console 2 to 6, 9). */
import { targetKind } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import type { Given } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { permissionError, text } from '../src/text.ts'

const EMPTY = text('replication:empty')
/** Nothing listens there: requests to it fail, whatever the storage. */
const NOBODY = '127.0.0.1:9'

const addButton = (page: Page) => page.getByRole('button', { name: 'Add Replication Rule' })
const modal = (page: Page, bucket: string) => page.getByRole('dialog', { name: `Set Bucket Replication of ${bucket}` })
const wizard = (page: Page) => page.getByRole('dialog', { name: 'Set Multiple Bucket Replication' })

/** In the list of buckets. */
async function selectBucket(page: Page, bucket: string) {
  // Only the visible rows of a long list are rendered.
  await page.getByPlaceholder('Search Buckets').fill(bucket)
  await expect(page.getByRole('row')).toHaveCount(2)
  const box = page.getByRole('checkbox', { name: `Select ${bucket}` })
  await box.check()
  await expect(box).toBeChecked()
}

async function expectDefaults(form: Locator) {
  await expect(form.getByRole('switch', { name: 'Use TLS' })).toBeChecked()
  await expect(form.getByLabel('Secret Key', { exact: true })).toHaveAttribute('type', 'password')
  await expect(form.getByLabel('Region')).toHaveValue('')
  const mode = form.getByLabel('Replication Mode')
  await expect(mode.getByRole('option')).toHaveText(['Asynchronous', 'Synchronous'])
  await expect(mode).toHaveValue('async')
  await expect(form.getByLabel('Bandwidth', { exact: true })).toHaveValue('100')
  const unit = form.getByLabel(text('fields:size.unit', { label: 'Bandwidth' }))
  await expect(unit.getByRole('option')).toHaveText(['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'])
  await expect(unit).toHaveValue('GiB')
  await expect(form.getByLabel('Health Check Duration')).toHaveValue('60')
}

/** The embedded engine doesn't replicate and says so; the page of a storage that does is the same on both. */
async function tellOffered(page: Page) {
  await page.route('**/api/v1/replication-offer', (route) => route.fulfill({ json: { offered: true } }))
}

/** The tab of a bucket with versioning, where a rule can be added. */
async function openVersioned(page: Page, given: Given, storage: StorageProcess): Promise<string> {
  await tellOffered(page)
  const bucket = await given.bucket()
  const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>'
  await storage.request({ method: 'PUT', bucket, query: { versioning: '' }, body })
  await page.goto(`/buckets/${bucket}/replication`)
  await expect(page.getByText(text('replication:needs.versioned'))).toBeVisible()
  await expect(addButton(page)).toHaveAccessibleDescription('')
  return bucket
}

test('replication of one bucket and of several is prepared, checked and submitted, with the keyboard and on a phone', async ({
  page,
  given,
  signIn,
  storage,
  provokes,
}) => {
  await test.step(`the tab says what replication needs, or that this storage doesn't support it`, async () => {
    await signIn()
    const bucket = await given.bucket()
    await page.goto(`/buckets/${bucket}/summary`)
    await page.getByRole('button', { name: 'Edit replication' }).click()
    await expect(page).toHaveURL(`/buckets/${bucket}/replication`)
    await expect(page.getByRole('heading', { name: 'Replication', exact: true })).toBeVisible()
    if (targetKind() === 'engine') {
      await expect(page.getByText(text('replication:notOffered'))).toBeVisible()
      await expect(page.getByText(text('replication:notOfferedHint'))).toBeVisible()
      await expect(addButton(page)).toHaveAccessibleDescription(text('replication:notOffered'))
      await expectAccessible(page)
      await visit(page, `/buckets/${bucket}/summary`)
      await expect(page.getByText(text('bucket:summary.replication.neverNote'))).toBeVisible()
      await visit(page, '/buckets')
      await selectBucket(page, bucket)
      await expect(page.getByRole('button', { name: 'Set Replication' })).toHaveAccessibleDescription(
        text('buckets:setReplicationNever'),
      )
      return
    }
    await expect(page.getByText(EMPTY)).toBeVisible()
    await expect(addButton(page)).toHaveAccessibleDescription(text('replication:needsVersioning'))
    await expectAccessible(page)
    await page.getByRole('button', { name: text('replication:needs.enable') }).click()
    const dialog = page.getByRole('dialog', { name: `Edit Versioning of ${bucket}` })
    await dialog.getByRole('switch', { name: 'Keep versions' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(text('replication:needs.versioned'))).toBeVisible()
    await expect(addButton(page)).toHaveAccessibleDescription('')
  })

  const bucket = await openVersioned(page, given, storage)
  await test.step('the form has its fields and defaults, and says what is missing', async () => {
    await addButton(page).click()
    const form = modal(page, bucket)
    const save = form.getByRole('button', { name: 'Save' })
    await expectDefaults(form)
    for (const option of ['Delete Marker', 'Deletes']) {
      await expect(form.getByRole('switch', { name: new RegExp(`^${option}`) })).toBeChecked()
    }
    await expect(form.getByText('Replicate soft deletes')).toBeVisible()
    await expect(form.getByText('Replicate versioned deletes')).toBeVisible()

    await expect(save).toHaveAccessibleDescription('Enter the target URL')
    await form.getByLabel('Target URL').fill(`http://${NOBODY}`)
    await expect(form.getByRole('switch', { name: 'Use TLS' }), 'the address says so').not.toBeChecked()
    await expect(form.getByText(text('replication:remote.tlsOff', { url: `http://${NOBODY}` }))).toBeVisible()
    await expect(save).toHaveAccessibleDescription('Enter the access key')
    await form.getByLabel('Access Key').fill('copier')
    await expect(save).toHaveAccessibleDescription('Enter the secret key')
    await form.getByLabel('Secret Key', { exact: true }).fill('the secret')
    await expect(save).toHaveAccessibleDescription('Enter the target bucket')
    await form.getByLabel('Target Bucket').fill('copies')
    await form.getByLabel('Bandwidth', { exact: true }).fill('-1')
    await expect(save).toHaveAccessibleDescription('Enter a bandwidth of 0 or more, below 8 Pi')
    await form.getByLabel('Replication Mode').selectOption('Synchronous')
    await expect(form.getByLabel('Bandwidth', { exact: true })).toHaveCount(0)
    await expect(save).toHaveAccessibleDescription('')
    await form.getByLabel('Key 1').fill('team')
    await expect(form.getByRole('switch', { name: /^Delete Marker/ }), 'delete markers have no tags').not.toBeChecked()
    await expect(form.getByLabel('Prefix')).toBeVisible()
    await expect(form.getByLabel('Storage Class')).toBeVisible()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('the form is filled, submitted and canceled with the keyboard alone', async () => {
    let sent: unknown
    // The engine doesn't replicate; replication between two servers is in replication-between-servers.spec.ts.
    await page.route('**/api/v1/buckets-replication', async (route) => {
      sent = route.request().postDataJSON()
      const [pair] = (sent as { bucketsRelation: { originBucket: string; destinationBucket: string }[] })
        .bucketsRelation
      const state = { originBucket: pair?.originBucket, targetBucket: pair?.destinationBucket, errorString: '' }
      await route.fulfill({ json: { replicationState: [state] } })
    })
    await addButton(page).focus()
    await page.keyboard.press('Enter')
    const form = modal(page, bucket)
    await expect(form.getByLabel('Target URL')).toBeFocused()
    await page.keyboard.type('backup.example.net:9000')
    await page.keyboard.press('Tab')
    await expect(form.getByRole('switch', { name: 'Use TLS' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('copier')
    await page.keyboard.press('Tab')
    await page.keyboard.type('the secret')
    for (const label of [text('replication:remote.showSecret'), 'Target Bucket']) {
      await page.keyboard.press('Tab')
      await expect(form.getByLabel(label, { exact: true })).toBeFocused()
    }
    await page.keyboard.type('copies')
    await page.keyboard.press('Enter')
    await expect(page.getByText(text('replication:form.saved', { bucket, target: 'copies' }))).toBeVisible()
    await expect(form).toBeHidden()
    await expect(addButton(page), 'focus returns to the button').toBeFocused()
    expect(sent).toEqual({
      accessKey: 'copier',
      secretKey: 'the secret',
      targetURL: 'https://backup.example.net:9000',
      region: '',
      bucketsRelation: [{ originBucket: bucket, destinationBucket: 'copies' }],
      syncMode: 'async',
      bandwidth: 107_374_182_400,
      healthCheckPeriod: 60,
      prefix: '',
      tags: '',
      storageClass: '',
      replicateDeleteMarkers: true,
      replicateDeletes: true,
      replicateMetadata: false,
      replicateExistingObjects: false,
    })
    await page.unroute('**/api/v1/buckets-replication')
  })

  await test.step('an error keeps the entered values, and the secret key is not stored', async () => {
    provokes(501)
    await addButton(page).click()
    const form = modal(page, bucket)
    const save = form.getByRole('button', { name: 'Save' })
    await form.getByLabel('Target URL').fill(`http://${NOBODY}`)
    await form.getByLabel('Access Key').fill('copier')
    await form.getByLabel('Secret Key', { exact: true }).fill('the secret')
    await form.getByLabel('Target Bucket').fill('copies')
    await form.getByLabel('Key 1').fill('team')
    await save.click()
    await expect(form.getByRole('alert')).toContainText(/\w/)
    await expect(form.getByLabel('Target URL')).toHaveValue(`http://${NOBODY}`)
    await expect(form.getByLabel('Secret Key', { exact: true })).toHaveValue('the secret')
    await expect(form.getByLabel('Key 1')).toHaveValue('team')

    // Our server returns a state for each bucket; the specification allows a response without one.
    await page.route('**/api/v1/buckets-replication', (route) => route.fulfill({ json: {} }))
    await save.click()
    await expect(form.getByRole('alert')).toContainText('No changes applied')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await addButton(page).click()
    await expect(form.getByLabel('Target URL')).toHaveValue('')
    await expect(form.getByLabel('Secret Key', { exact: true })).toHaveValue('')
    await page.unroute('**/api/v1/buckets-replication')
  })

  await test.step('several selected buckets are set up from the list', async () => {
    provokes(400)
    const bucket = await given.bucket()
    await page.goto('/buckets')
    const button = page.getByRole('button', { name: 'Set Replication' })
    await expect(page.getByRole('button', { name: 'Create Bucket' })).toBeVisible()
    await expect(button, 'before a bucket is selected').toHaveCount(0)
    await selectBucket(page, bucket)
    await button.click()
    const dialog = wizard(page)
    await expect(dialog.getByText('Please avoid the use of root credentials for this feature')).toBeVisible()
    const steps = dialog.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect(steps).toContainText(['Remote Configuration', 'Buckets Assignation'])
    await expect(steps.getByRole('button'), 'only Next opens a step').toHaveCount(0)
    await expectDefaults(dialog)
    const next = dialog.getByRole('button', { name: 'Next' })
    await expect(next).toHaveAccessibleDescription('Enter the target URL')
    await dialog.getByLabel('Target URL').fill(`http://${NOBODY}`)
    await dialog.getByLabel('Access Key').fill('copier')
    await dialog.getByLabel('Secret Key', { exact: true }).fill('the secret')
    await expectAccessible(page)
    await next.click()
    await expect(dialog.getByRole('alert')).toContainText('The console doesn’t connect to 127.0.0.1')
    await expect(dialog.getByLabel('Target URL')).toHaveValue(`http://${NOBODY}`)
  })

  await test.step('on a phone the tab, form and wizard fit the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const bucket = await openVersioned(page, given, storage)
    const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect(await overflow()).toBeLessThanOrEqual(0)
    await addButton(page).click()
    await expect(modal(page, bucket).getByRole('button', { name: 'Save' })).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    await page.goto('/buckets')
    await selectBucket(page, bucket)
    await page.getByRole('button', { name: 'Set Replication' }).click()
    await expect(wizard(page).getByRole('button', { name: 'Next' })).toBeVisible()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expect(rowOf(page, bucket)).toHaveCount(1)
  })
})

test(
  'without write access there is no button, and without read access no tab',
  ON_MINIO_TOO,
  async ({ page, given, signIn, provokes }) => {
    // The page header requests the access policy too.
    provokes(403)
    const bucket = await given.bucket()
    const own = ['s3:ListBucket', 's3:GetBucketLocation']
    const policy = (...Action: string[]) => ({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action, Resource: [`arn:aws:s3:::${bucket}`] }],
    })
    await signIn({ keys: await given.user(policy(...own, 's3:GetReplicationConfiguration')) })
    await tellOffered(page)
    await page.goto(`/buckets/${bucket}/replication`)
    await expect(
      page.getByText('You don’t have permission to add rules (s3:PutReplicationConfiguration on this bucket).'),
    ).toBeVisible()
    await expect(addButton(page)).toHaveCount(0)
    await expectAccessible(page)

    await signIn({ keys: await given.user(policy(...own)) })
    await page.goto(`/buckets/${bucket}/replication`)
    await expect(page.getByText(permissionError('s3:GetReplicationConfiguration', bucket))).toBeVisible()
    const tabs = page.getByRole('navigation', { name: text('bucket:tabs.label') })
    await expect(tabs.getByRole('link', { name: 'Summary' })).toBeVisible()
    await expect(tabs.getByRole('link', { name: 'Replication' })).toHaveCount(0)
  },
)
