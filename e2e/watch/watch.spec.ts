import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'

test('changes of a bucket appear while it is watched', ON_MINIO_TOO, async ({ page, given, signIn }) => {
  const bucket = await given.bucket()
  await signIn()
  await page.goto('/watch')
  await expect(page.getByText('No Changes at this time')).toBeVisible()
  const select = page.getByRole('combobox', { name: 'Bucket' })
  await expect(select.getByRole('option', { name: 'Select Bucket' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Start' })).toBeDisabled()
  await select.selectOption(bucket)
  await page.getByLabel('Prefix').fill('photos/')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(select).toBeDisabled()
  await expect(page.getByLabel('Suffix')).toBeDisabled()
  await expectAccessible(page)

  const table = page.getByRole('grid', { name: 'Watch' })
  await expect(table.getByRole('columnheader')).toContainText(['Path', 'Time', 'Type', 'Size'])
  // MinIO sends events only when some KiB of them have accumulated.
  let number = 0
  await expect(async () => {
    number += 1
    await given.objects(bucket, [`photos/${number}.jpg`, `notes/${number}.txt`])
    await expect(table.getByText(`${bucket}/photos/1.jpg`)).toBeVisible({ timeout: 300 })
  }).toPass()
  await expect(table.getByText('s3:ObjectCreated:Put').first()).toBeVisible()
  await expect(table.getByText('notes/')).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(select).toBeEnabled()

  // Another start begins with an empty table, here with two prefixes.
  await page.getByRole('button', { name: 'Add prefix' }).click()
  await page.getByLabel('Prefix 2').fill('notes/')
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('No Changes at this time')).toBeVisible()
  await expect(async () => {
    await given.objects(bucket, ['photos/a.jpg', 'notes/a.txt', 'other/a.txt'])
    for (const name of ['photos/a.jpg', 'notes/a.txt'])
      await expect(table.getByText(`${bucket}/${name}`).first()).toBeVisible({ timeout: 300 })
  }).toPass()
  await expect(table.getByText('other/')).toHaveCount(0)
  await page.getByRole('button', { name: 'Stop' }).click()
})
