import { expectAccessible } from '../src/accessibility.ts'
import { bucketsOf } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

test(
  'buckets are created and deleted, except with a name that exists or while they are not empty',
  ON_MINIO_TOO,
  async ({ page, storage, given, provokes }) => {
    await test.step('an administrator creates a bucket, finds it in the list, and deletes it', async () => {
      const name = `made-by-hand-${Date.now()}`
      await page.goto('/buckets')
      await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
      await page.getByRole('button', { name: 'Create Bucket' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create Bucket' })
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
      await dialog.getByLabel('Bucket name').fill(name)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()

      await expect(dialog).toBeHidden()
      await page.getByPlaceholder('Search Buckets').fill(name)
      const row = rowOf(page, name)
      await expect(row).toBeVisible()
      expect(await bucketsOf(storage)).toContain(name)

      await row.getByRole('button', { name: 'Delete' }).click()
      const confirm = page.getByRole('dialog', { name: `Delete Bucket ${name}` })
      await expect(confirm).toContainText('A bucket can only be deleted if it is empty.')
      await expectAccessible(page)
      await confirm.getByRole('button', { name: 'Delete' }).click()

      await expect(confirm).toBeHidden()
      await expect(row).toHaveCount(0)
      expect(await bucketsOf(storage)).not.toContain(name)
    })

    await test.step('an existing name is rejected in the dialog, which stays open', async () => {
      provokes(409)
      const bucket = await given.bucket()
      await page.goto('/buckets')
      await page.getByRole('button', { name: 'Create Bucket' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create Bucket' })
      await dialog.getByLabel('Bucket name').fill(bucket)
      await dialog.getByRole('button', { name: 'Save' }).click()

      await expect(page.getByText(`A bucket named ${bucket} already exists.`)).toBeVisible()
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('a bucket that is not empty is not deleted, and the dialog says why', async () => {
      provokes(409)
      const bucket = await given.bucket()
      await given.object(bucket, 'kept.txt')
      await page.goto('/buckets')
      await page.getByPlaceholder('Search Buckets').fill(bucket)
      const row = rowOf(page, bucket)
      await row.getByRole('button', { name: 'Delete' }).click()
      const confirm = page.getByRole('dialog', { name: `Delete Bucket ${bucket}` })
      await confirm.getByRole('button', { name: 'Delete', exact: true }).click()

      await expect(page.getByText(errorText('BucketNotEmpty', { bucket }))).toBeVisible()
      await confirm.getByRole('button', { name: 'Cancel' }).click()
      await expect(row).toBeVisible()
      expect(await bucketsOf(storage)).toContain(bucket)
    })
  },
)

test('a bucket is created with the keyboard, its name checked while typing, and found by any part of it', async ({
  page,
  storage,
  given,
}) => {
  await test.step('a bucket is created with the keyboard alone', async () => {
    const name = `typed-${Date.now()}`
    await page.goto('/buckets')
    const create = page.getByRole('button', { name: 'Create Bucket' })
    await expect(create).toBeVisible()
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(create).toBeFocused({ timeout: 1 })
    }).toPass({ intervals: [0] })
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create Bucket' })
    await expect(dialog.getByLabel('Bucket name')).toBeFocused()
    await page.keyboard.type(name)
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    await page.keyboard.press('Enter')

    await expect(dialog).toBeHidden()
    expect(await bucketsOf(storage)).toContain(name)
    await expect(create, 'focus returns to the button').toBeFocused()
  })

  await test.step('the form says what is wrong with a bucket name while typing', async () => {
    await page.goto('/buckets')
    const before = await bucketsOf(storage)
    await page.getByRole('button', { name: 'Create Bucket' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Bucket' })
    const name = dialog.getByLabel('Bucket name')
    const save = dialog.getByRole('button', { name: 'Save' })

    for (const [typed, reason] of [
      ['ab', 'it must have at least 3 characters'],
      ['Photos', 'uppercase letters aren’t allowed'],
      ['pho_tos', 'only lowercase letters, digits, dots and hyphens are allowed'],
      ['photos-', 'it must start and end with a letter or digit'],
      ['192.168.0.1', 'it must not look like an IP address'],
    ] as const) {
      await name.fill(typed)
      await expect(dialog.getByText(reason)).toBeVisible()
    }
    await expectAccessible(page)

    await name.fill('   ')
    await expect(save).toBeDisabled()
    await name.fill('photos-of-2026')
    await expect(save).toBeEnabled()
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await expect(name).toHaveValue('')
    await expect(save).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect(await bucketsOf(storage)).toEqual(before)
  })

  await test.step('the search finds buckets by any part of the name, whatever the case', async () => {
    const photos = await given.bucket('holiday-photos')
    const bills = await given.bucket('bills')
    await page.goto('/buckets')
    const search = page.getByPlaceholder('Search Buckets')

    await search.fill(photos.slice(3).toUpperCase())
    await expect(rowOf(page, photos)).toBeVisible()
    await expect(rowOf(page, bills)).toHaveCount(0)

    await search.fill(`${photos}-nothing`)
    await expect(page.getByText(text('objects:deep.none'))).toBeVisible()
    await expectAccessible(page)
  })
})
