import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('the API reference finds a call by keyword and shows its parameters, response and errors', async ({ page }) => {
  await page.goto('/documentation')
  const pages = page.getByRole('navigation', { name: text('guide:pages') })
  await pages.getByRole('link', { name: text('guide:api') }).click()
  await expect(page).toHaveURL(/\/documentation\/api$/)
  const main = page.getByRole('main')
  const call = main.getByRole('group').filter({ hasText: 'POST /api/v1/buckets' })
  await expect(call.first()).toBeVisible()

  await page.getByRole('searchbox').fill('bucketexists')
  await expect(call).toHaveCount(1)
  await expect(main.getByText('/api/v1/policies')).toHaveCount(0)
  await call.getByText('POST').click()
  await expect(call.getByText('locking?: boolean')).toBeVisible()
  await expect(call.getByRole('row', { name: /^BucketExists 409/ })).toBeVisible()
  await expect(call.getByText('StorageTimeout')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('searchbox').fill('zeppelin')
  await expect(main.getByText(text('shared:noMatchTitle'))).toBeVisible()
})
