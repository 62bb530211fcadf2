import { expectAccessible } from '../src/accessibility.ts'
import { keysOf, LISTED } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf, uploadFiles } from '../src/object-browser.ts'
import { errorText } from '../src/text.ts'

test.beforeEach(({ signIn }) => signIn())

test(
  'a visitor navigates into folders and back, creates, filters and deletes there, and a missing bucket is reported',
  ON_MINIO_TOO,
  async ({ page, given, storage, provokes }) => {
    await test.step('a visitor navigates from the buckets into folders and back by the breadcrumb', async () => {
      const bucket = await given.bucket()
      await given.objects(bucket, ['readme.txt', 'photos/2025/beach.jpg', 'photos/2026/forest.jpg'])
      await page.goto('/object-browser')
      await page.getByPlaceholder('Search Buckets').fill(bucket)
      await expectAccessible(page)
      await page.getByRole('link', { name: bucket, exact: true }).click()

      await expect(rowOf(page, 'readme.txt')).toBeVisible()
      await expect(page.getByRole('row').nth(1), 'folders are listed first').toContainText('photos')
      await page.getByRole('link', { name: 'photos', exact: true }).click()
      await page.getByRole('link', { name: '2026', exact: true }).click()
      await expect(rowOf(page, 'forest.jpg')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/photos/2026/$`))
      await expectAccessible(page)

      const path = page.getByRole('navigation', { name: 'Breadcrumb' })
      await path.getByRole('link', { name: bucket, exact: true }).click()
      await expect(rowOf(page, 'readme.txt')).toBeVisible()
      await page.goBack()
      await expect(rowOf(page, 'forest.jpg')).toBeVisible()
      await path.getByRole('link', { name: 'All Buckets' }).click()
      await expect(page).toHaveURL(/\/object-browser$/)
    })

    await test.step('selected objects and folders are deleted together', async () => {
      const bucket = await given.bucket()
      await given.objects(bucket, ['a.txt', 'b.txt', 'c.txt', 'folder/1.txt', 'folder/deep/2.txt'])
      await visit(page, `/object-browser/${bucket}/`)
      const deleteSelected = page.getByRole('button', { name: 'Delete Selected' })
      await page.getByRole('checkbox', { name: 'Select a.txt' }).check()
      await page.getByRole('checkbox', { name: 'Select b.txt' }).check()
      await page.getByRole('checkbox', { name: 'Select folder' }).check()
      await deleteSelected.click()
      const dialog = page.getByRole('dialog', { name: `Delete 3 items from ${bucket}` })
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Delete' }).click()

      await expect(page.getByText('Objects deleted successfully.')).toBeVisible()
      await expect(rowOf(page, 'c.txt')).toBeVisible()
      await expect(rowOf(page, 'a.txt')).toHaveCount(0)
      await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['c.txt'])
    })

    await test.step('a new folder opens immediately and exists after its first upload', async () => {
      const bucket = await given.bucket()
      await visit(page, `/object-browser/${bucket}/`)
      await page.getByRole('button', { name: 'Create Folder' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Folder' })
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
      await dialog.getByLabel('Folder path').fill('2026/invoices')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Save' }).click()

      await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/2026/invoices/$`))
      expect(await keysOf(storage, bucket), 'nothing is written for a folder').toEqual([])
      await uploadFiles(page, [{ name: '1.pdf', buffer: Buffer.from('one') }])
      await expect(rowOf(page, '1.pdf')).toBeVisible()
      expect(await keysOf(storage, bucket)).toEqual(['2026/invoices/1.pdf'])
    })

    await test.step('the filter narrows the folder by name', async () => {
      const bucket = await given.bucket()
      await given.objects(bucket, ['alpha.txt', 'beta.txt', 'gamma/1.txt'])
      await visit(page, `/object-browser/${bucket}/`)
      await expect(rowOf(page, 'gamma')).toBeVisible()

      await page.getByPlaceholder('Search objects').fill('beta')

      await expect(rowOf(page, 'beta.txt')).toBeVisible()
      await expect(rowOf(page, 'alpha.txt')).toHaveCount(0)
      await expect(rowOf(page, 'gamma')).toHaveCount(0)
    })

    await test.step('one object is deleted after confirmation', async () => {
      const bucket = await given.bucket()
      await given.objects(bucket, ['keep.txt', 'drop.txt'])
      await visit(page, `/object-browser/${bucket}/`)
      const row = rowOf(page, 'drop.txt')
      await row.getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete drop.txt' })
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
      expect(await keysOf(storage, bucket)).toEqual(['drop.txt', 'keep.txt'])

      await row.getByRole('button', { name: 'Delete' }).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()

      await expect(page.getByText("Object 'drop.txt' deleted successfully.")).toBeVisible()
      await expect(row).toHaveCount(0)
      await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(['keep.txt'])
    })

    await test.step('a bucket that does not exist is reported as missing', async () => {
      provokes(404)
      await visit(page, '/object-browser/no-such-bucket-here/')

      await expect(page.getByText(errorText('NoSuchBucket', { bucket: 'no-such-bucket-here' }))).toBeVisible()
      await expectAccessible(page)
    })
  },
)
