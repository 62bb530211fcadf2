import { expectAccessible } from '../src/accessibility.ts'
import { bucketsOf } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, text } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

test(
  'several selected buckets are deleted, and one that is not empty shows why it stays',
  ON_MINIO_TOO,
  async ({ page, given, storage, provokes }) => {
    await test.step('of several selected buckets the empty ones are deleted, and the other one shows why it stays', async () => {
      provokes(409)
      const mark = `several-${Date.now()}`
      const empty = [await given.bucket(mark), await given.bucket(mark)]
      const full = await given.bucket(mark)
      await given.object(full, 'kept.txt')
      await page.goto('/buckets')
      const remove = page.getByRole('button', { name: 'Delete Selected' })
      await page.getByPlaceholder('Search Buckets').fill(mark)
      await expect(page.getByText('3 buckets')).toBeVisible()
      await expect(remove, 'before something is selected').toHaveCount(0)
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      await remove.click()

      const dialog = page.getByRole('dialog', { name: 'Delete 3 buckets' })
      await expect(dialog.getByRole('listitem')).toHaveCount(3)
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(dialog.getByText(text('bucketDeletion:failed_one', { number: 1 }))).toBeVisible()
      await expect(dialog.getByRole('listitem').filter({ hasText: full })).toContainText(
        errorText('BucketNotEmpty', { bucket: full }),
      )
      for (const name of empty) {
        await expect(dialog.getByRole('listitem').filter({ hasText: name })).toContainText('Deleted')
      }
      await expectAccessible(page)

      await storage.request({ method: 'DELETE', bucket: full, key: 'kept.txt' })
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText('3 buckets were deleted.')).toBeVisible()
      await expect(dialog).toBeHidden()
      for (const name of [...empty, full]) {
        await expect(rowOf(page, name)).toHaveCount(0)
        expect(await bucketsOf(storage)).not.toContain(name)
      }
    })

    await test.step('buckets are selected and deleted with the keyboard alone', async () => {
      const mark = `keyed-${Date.now()}`
      const names = [await given.bucket(mark), await given.bucket(mark)]
      await page.goto('/buckets')
      await page.getByPlaceholder('Search Buckets').fill(mark)
      await expect(page.getByText('2 buckets')).toBeVisible()
      const first = rowOf(page, mark).first()
      await first.focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Space')
      const remove = page.getByRole('button', { name: 'Delete Selected' })
      await remove.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Delete 2 buckets' })
      await expect(dialog).toBeVisible()
      const confirm = dialog.getByRole('button', { name: 'Delete' })
      await expect(async () => {
        await page.keyboard.press('Tab')
        await expect(confirm).toBeFocused({ timeout: 1 })
      }).toPass({ intervals: [0] })
      await page.keyboard.press('Enter')
      await expect(page.getByText('2 buckets were deleted.')).toBeVisible()
      const left = await bucketsOf(storage)
      for (const name of names) expect(left).not.toContain(name)
    })
  },
)
