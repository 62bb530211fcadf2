/** Uploads that were started but not completed are found, and their space is freed. */
import { texts } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { text } from '../src/text.ts'

async function begin(storage: StorageProcess, bucket: string, key: string): Promise<void> {
  await storage.request({ method: 'POST', bucket, key, query: { uploads: '' } })
}

/** The upload IDs of one key, which every server lists. */
async function uploadsOf(storage: StorageProcess, bucket: string, prefix: string): Promise<string[]> {
  return texts((await storage.request({ method: 'GET', bucket, query: { uploads: '', prefix } })).text, 'UploadId')
}

test.beforeEach(async ({ signIn }) => {
  // A scan of the whole page takes long on a busy machine.
  test.setTimeout(120_000)
  await signIn()
})

test('incomplete uploads are listed, found by object name, and aborted', async ({ page, given, storage }) => {
  const bucket = await given.bucket()
  for (const key of ['big.iso', 'big.iso', 'films/<b>one</b>.mkv']) await begin(storage, bucket, key)
  await page.goto(`/object-browser/${bucket}/`)
  await page.getByRole('link', { name: text('incompleteUploads:title') }).click()
  await expect(page.getByRole('heading', { name: text('incompleteUploads:title'), level: 1 })).toBeVisible()
  await expect(page.getByText(text('incompleteUploads:count_other', { number: 3 }))).toBeVisible()
  await expect(page.getByText(text('incompleteUploads:minioNote'))).toBeVisible()
  await expectAccessible(page)

  const name = page.getByPlaceholder(text('incompleteUploads:search'))
  await name.fill('big.iso')
  await name.press('Enter')
  await expect(page.getByText(text('incompleteUploads:count_other', { number: 2 }))).toBeVisible()
  await expect(rowOf(page, 'films/')).toHaveCount(0)
  await name.fill('big')
  await page.getByRole('button', { name: text('incompleteUploads:find'), exact: true }).click()
  await expect(page.getByText(text('incompleteUploads:emptyOfOne'))).toBeVisible()
  await page.getByRole('button', { name: text('incompleteUploads:all') }).click()

  await page
    .getByRole('checkbox', { name: /big\.iso/ })
    .first()
    .check()
  await rowOf(page, 'films/<b>one</b>.mkv')
    .getByRole('button', { name: text('incompleteUploads:abort') })
    .click()
  const one = page.getByRole('dialog', { name: 'Abort the upload of films/<b>one</b>.mkv' })
  await expect(one).toBeVisible()
  await expectAccessible(page)
  await one.getByRole('button', { name: text('incompleteUploads:abort'), exact: true }).click()
  await expect(page.getByText('The upload was aborted.')).toBeVisible()
  await expect(
    page.getByText(text('shared:pickList.selected_one', { number: 1 }), { exact: true }),
    'only what no longer exists',
  ).toBeVisible()
  await expect.poll(() => uploadsOf(storage, bucket, 'films/<b>one</b>.mkv')).toEqual([])

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: text('incompleteUploads:abortSelected') }).click()
  const both = page.getByRole('dialog', { name: 'Abort 2 uploads' })
  await both.getByRole('button', { name: text('incompleteUploads:abort'), exact: true }).click()
  await expect(page.getByText(text('incompleteUploads:empty'), { exact: true })).toBeVisible()
  await expect.poll(() => uploadsOf(storage, bucket, 'big.iso')).toEqual([])
})
