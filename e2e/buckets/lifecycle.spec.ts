/** A bucket's lifecycle rules (spec core-console 2, 3, 5, 7). */
import { createHash } from 'node:crypto'
import { type Mc, send, startMcFor, startMinio, targetKind } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { cellsOf, rowOf } from '../src/object-browser.ts'
import { errorText, permissionError, text } from '../src/text.ts'

const EMPTY = 'There are no Lifecycle rules yet.'

async function openLifecycle(page: Page, bucket: string, at = '') {
  await page.goto(`${at}/buckets/${bucket}/lifecycle`)
  await expect(page.getByText(EMPTY)).toBeVisible()
}
async function addRule(page: Page, bucket: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Add Lifecycle Rule' }).click()
  return page.getByRole('dialog', { name: `Add Lifecycle Rule to ${bucket}` })
}
const chooseDate = async (dialog: Locator, day: string, month: string, year: string) => {
  await dialog.getByLabel('Month').selectOption(month)
  await dialog.getByLabel('Day', { exact: true }).selectOption(day)
  await dialog.getByLabel('Year').selectOption(year)
}

test.describe('on any storage', () => {
  test.beforeEach(({ signIn }) => signIn())

  test(
    'a rule by days is added, edited and deleted, and a transition without a tier says what is missing',
    ON_MINIO_TOO,
    async ({ page, given, storage, provokes }) => {
      await test.step('a rule by days is added', async () => {
        const bucket = await given.bucket()
        await openLifecycle(page, bucket)
        await expect(page.getByRole('grid', { name: 'Lifecycle Rules' }).getByRole('columnheader')).toHaveText([
          'ID',
          'Prefix',
          'Status',
          'Expiration',
          'Transition',
          'Storage Class',
          'Actions',
        ])
        const dialog = await addRule(page, bucket)
        await expect(dialog.getByLabel('ILM Rule').getByRole('option')).toHaveText(['Expiry', 'Transition'])
        await expect(dialog.getByLabel('Expiry Type').getByRole('option')).toHaveText(['Days', 'Date'])
        const save = dialog.getByRole('button', { name: 'Save' })
        await expect(save).toHaveAccessibleDescription('Enter at least 1 day')
        await dialog.getByLabel('Expiry days').fill('0')
        await expect(dialog.getByText('Enter at least 1 day')).toBeVisible()
        await dialog.getByLabel('Expiry days').fill('30')
        await dialog.getByLabel('Non-current Expiration Days').fill('-5')
        await expect(save).toHaveAccessibleDescription(
          'Enter at least 1 day for noncurrent versions, or leave it empty',
        )
        await dialog.getByLabel('Non-current Expiration Days').fill('5')
        await dialog.getByLabel('Prefix').fill('logs/')
        await dialog.getByLabel('Value 1').fill('photos')
        await expect(save).toHaveAccessibleDescription(text('lifecycle:form.tagsWrong'))
        await dialog.getByLabel('Key 1').fill('team')
        await expectAccessible(page)
        await save.click()
        await expect(page.getByText(`A lifecycle rule was added to ${bucket}.`)).toBeVisible()
        const row = rowOf(page, 'logs/')
        await expect(cellsOf(row)).toContainText([/./, 'logs/', 'Enabled', '30 day(s)', '', '', ''])
      })

      await test.step('a rule is edited, disabled and deleted', async () => {
        const bucket = await given.bucket()
        const query = { lifecycle: '' }
        const stored = async () => (await storage.request({ method: 'GET', bucket, query })).text
        const tag = '<Tag><Key>team</Key><Value>photos</Value></Tag>'
        const body = `<LifecycleConfiguration><Rule><ID>a rule</ID><Status>Enabled</Status><Filter>${tag}</Filter><Expiration><Days>30</Days></Expiration><NoncurrentVersionExpiration><NoncurrentDays>5</NoncurrentDays></NoncurrentVersionExpiration></Rule></LifecycleConfiguration>`
        const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
        await storage.request({ method: 'PUT', bucket, query, body, headers })
        const before = await stored()
        await page.goto(`/buckets/${bucket}/lifecycle`)
        const row = rowOf(page, 'a rule')
        await row.getByRole('button', { name: 'Edit' }).click()
        let dialog = page.getByRole('dialog', { name: `Edit Lifecycle of ${bucket}` })
        await expect(dialog.getByLabel('Id', { exact: true })).toHaveAttribute('readonly')
        await expect(dialog.getByText(text('lifecycle:does.noncurrentExpires', { when: '5 day(s)' }))).toBeVisible()
        await expect(dialog.getByLabel('Value 1')).toHaveValue('photos')
        await dialog.getByLabel('Value 1').fill('paper')
        await dialog.getByRole('switch', { name: 'Enabled' }).click()
        await expect(dialog.getByText(text('lifecycle:editing.off'))).toBeVisible()
        await expectAccessible(page)
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(page.getByText('The lifecycle rule was changed.')).toBeVisible()
        await expect(row).toContainText('Disabled')
        expect(await stored()).toBe(before.replace('photos', 'paper').replace('>Enabled<', '>Disabled<'))

        await row.getByRole('button', { name: 'Delete' }).click()
        dialog = page.getByRole('dialog', { name: text('lifecycle:deletion.title', { bucket }) })
        await expect(dialog.getByText(text('lifecycle:deletion.stays'))).toBeVisible()
        await dialog.getByRole('button', { name: 'Delete' }).click()
        await expect(page.getByText('The lifecycle rule was deleted.')).toBeVisible()
        await expect(page.getByText(EMPTY)).toBeVisible()
      })

      await test.step('a transition without a tier says what is missing', async () => {
        provokes(501)
        const bucket = await given.bucket()
        await openLifecycle(page, bucket)
        const dialog = await addRule(page, bucket)
        await dialog.getByLabel('ILM Rule').selectOption('Transition')
        await dialog.getByLabel('Transition days', { exact: true }).fill('7')
        const reason =
          storage.kind === 'engine'
            ? text('lifecycle:form.noTierSupport', { message: errorText('NotInThisSetup', { feature: 'tiers' }) })
            : 'There are no tiers yet. Add one on the Tiers tab of the settings, then choose it here.'
        await expect(dialog.getByText(reason)).toBeVisible()
        await expect(page.getByRole('alert').filter({ hasText: /\S/ }), 'no error is shown').toHaveCount(0)
        await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(
          'Choose a storage class for the transition',
        )
        await expectAccessible(page)
      })
    },
  )

  test('a rule by date needs a valid day, and rules are added with the keyboard alone and on a phone', async ({
    page,
    given,
    storage,
  }) => {
    await test.step('a rule by date needs a valid day, which is sent as its end and stored as midnight UTC', async () => {
      const bucket = await given.bucket()
      await openLifecycle(page, bucket)
      const dialog = await addRule(page, bucket)
      await dialog.getByLabel('Expiry Type').selectOption('Date')
      const save = dialog.getByRole('button', { name: 'Save' })
      await expect(save).toHaveAccessibleDescription('Choose a valid date')
      const year = String(new Date().getFullYear() + 3)
      await chooseDate(dialog, '31', 'February', year)
      await expect(dialog.getByText(text('fields:date.impossible'))).toBeVisible()
      await expect(save).toHaveAccessibleDescription('Choose a valid date')
      await dialog.getByLabel('Day', { exact: true }).selectOption('28')
      await dialog.getByRole('switch', { name: 'Expired Object Delete Marker' }).click()
      await expect(dialog.getByText(text('lifecycle:form.deleteMarkerTwo'))).toBeVisible()
      await expectAccessible(page)
      const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/lifecycle'))
      await save.click()
      expect((await sent).postDataJSON()).toEqual({
        prefix: '',
        tags: '',
        expired_object_delete_marker: true,
        expiry_date: `${year}-02-28T23:59:59Z`,
      })
      await expect(page.getByText(`2 lifecycle rules were added to ${bucket}.`)).toBeVisible()
      await expect(rowOf(page, `28 Feb ${year}`)).toBeVisible()
      const stored = await storage.request({ method: 'GET', bucket, query: { lifecycle: '' } })
      expect(stored.text).toContain(`<Date>${year}-02-28T00:00:00Z</Date>`)
      expect(stored.text).toContain('<ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker>')
    })

    await test.step('a rule is added with the keyboard alone', async () => {
      const bucket = await given.bucket()
      await openLifecycle(page, bucket)
      const button = page.getByRole('button', { name: 'Add Lifecycle Rule' })
      await button.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel('ILM Rule')).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await expect(dialog.getByLabel('Expiry days')).toBeFocused()
      await page.keyboard.type('7')
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(button, 'focus returns to the button').toBeFocused()
      await expect(rowOf(page, '7 day(s)')).toBeVisible()
      await expectAccessible(page)
      const edit = rowOf(page, '7 day(s)').getByRole('button', { name: 'Edit' })
      await edit.focus()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('switch', { name: 'Enabled' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(edit).toBeFocused()
    })

    await test.step('on a phone a rule is added and deleted', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const bucket = await given.bucket()
      await openLifecycle(page, bucket)
      const dialog = await addRule(page, bucket)
      await dialog.getByLabel('Expiry days').fill('3')
      await dialog.getByRole('button', { name: 'Save' }).click()
      const row = rowOf(page, '3 day(s)')
      await expect(row).toBeVisible()
      const overflow = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect(await overflow(), 'nothing overflows the screen').toBeLessThanOrEqual(0)
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText(EMPTY)).toBeVisible()
    })
  })
})

test("with read access only the page says why rules can't be added", async ({ page, given, signIn, provokes }) => {
  // The page header requests the access policy too.
  provokes(403)
  const bucket = await given.bucket()
  const Action = ['s3:ListBucket', 's3:GetBucketLocation', 's3:GetLifecycleConfiguration']
  const Statement = [{ Effect: 'Allow', Action, Resource: [`arn:aws:s3:::${bucket}`] }]
  await signIn({ keys: await given.user({ Version: '2012-10-17', Statement }) })
  await openLifecycle(page, bucket)
  await expect(page.getByRole('button', { name: 'Add Lifecycle Rule' })).toHaveAccessibleDescription(
    permissionError('s3:PutLifecycleConfiguration', bucket),
  )
})

/** A rule with every field that refers to a tier. */
const TIERED = [
  {
    ID: 'everything',
    Status: 'Enabled',
    Filter: {
      And: { Prefix: 'a ü/', Tags: [{ Key: 'old', Value: 'tag' }], ObjectSizeLessThan: 99, ObjectSizeGreaterThan: 5 },
    },
    Expiration: { Days: 9 },
    NoncurrentVersionExpiration: { NoncurrentDays: 3, NewerNoncurrentVersions: 2 },
    Transition: { Days: 4, StorageClass: 'COLD' },
    NoncurrentVersionTransition: { NoncurrentDays: 1, StorageClass: 'COLD' },
  },
]

// The engine rejects tiers with a clear error, which another journey covers.
if (targetKind() === 'minio') {
  test(
    'a tier is offered, and rules that use it keep all their fields',
    ON_MINIO_TOO,
    async ({ page, ownStorage, ownConsole, signIn }) => {
      const storage = await ownStorage()
      const remote = await startMinio()
      const mc = await startMcFor(storage)
      try {
        const { url } = await ownConsole({ storage })
        const bucket = 'moving'
        await storage.request({ method: 'PUT', bucket })
        await send({ url: remote.url, credentials: remote.root, method: 'PUT', bucket: 'cold' })
        const { accessKey, secretKey } = remote.root
        const keys = ['--access-key', accessKey, '--secret-key', secretKey]
        const added = await mc.run(
          'ilm',
          'tier',
          'add',
          'minio',
          'it',
          'COLD',
          '--endpoint',
          remote.url,
          ...keys,
          '--bucket',
          'cold',
        )
        expect(added).toMatchObject({ exitCode: 0 })
        await signIn({ keys: storage.root, at: url })
        await openLifecycle(page, bucket, url)
        const dialog = await addRule(page, bucket)
        await dialog.getByLabel('ILM Rule').selectOption('Transition')
        await expect(dialog.getByLabel('Transition Type').getByRole('option')).toHaveText(['Days', 'Date'])
        await dialog.getByLabel('Transition days', { exact: true }).fill('7')
        await dialog.getByLabel('Non-current Transition Days').fill('2')
        const storageClass = dialog.getByLabel('Storage Class', { exact: true })
        await expect(storageClass.getByRole('option')).toHaveText(['Choose a tier', 'COLD'])
        await expect(dialog.getByLabel('Non-current version transition storage class')).toBeVisible()
        await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(
          'Choose a storage class for the transition',
        )
        await storageClass.selectOption('COLD')
        await expectAccessible(page)
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(cellsOf(rowOf(page, 'COLD'))).toContainText([/./, '', 'Enabled', '', '7 day(s)', 'COLD', ''])

        const before = await imported(mc, bucket, TIERED)
        await page.reload()
        await editTag(page, bucket)
        expect(await exported(mc, bucket)).toEqual(otherTag(before))
      } finally {
        mc.stop()
        await remote.stop()
      }
    },
  )
}

async function imported(mc: Mc, bucket: string, Rules: object[]): Promise<unknown> {
  expect(await mc.feed(JSON.stringify({ Rules }), 'ilm', 'rule', 'import', `it/${bucket}`)).toMatchObject({
    exitCode: 0,
  })
  return await exported(mc, bucket)
}

async function exported(mc: Mc, bucket: string): Promise<unknown> {
  return JSON.parse((await mc.run('ilm', 'rule', 'export', `it/${bucket}`)).stdout)
}

async function editTag(page: Page, bucket: string): Promise<void> {
  await rowOf(page, 'everything').getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit Lifecycle of ${bucket}` })
  await dialog.getByLabel('Key 1').fill('new')
  await dialog.getByLabel('Value 1').fill('one')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The lifecycle rule was changed.')).toBeVisible()
}

/** The export with only the tag changed. */
function otherTag(before: unknown): unknown {
  const json = JSON.stringify(before)
  expect(json).toContain('{"Key":"old","Value":"tag"}')
  return JSON.parse(json.replace('{"Key":"old","Value":"tag"}', '{"Key":"new","Value":"one"}'))
}
