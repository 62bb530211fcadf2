import { send } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

test('calls are traced, paused, searched and opened', ON_MINIO_TOO, async ({ page, storage, given, signIn }) => {
  const bucket = await given.bucket()
  await signIn()
  await page.goto('/trace')
  await expect(page.getByText('Trace is not started yet')).toBeVisible()
  await expect(page.getByLabel('At least (ms)')).toHaveAttribute('min', '0')
  await page.getByLabel('Path').fill(bucket)
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('No Traced elements received yet')).toBeVisible()
  await expect(page.getByLabel('Path')).toBeDisabled()
  await expectAccessible(page)

  const read = (key: string) =>
    send({ url: storage.url, credentials: storage.root, method: 'GET', path: `/${bucket}/${key}` })
  const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row')
  // The server begins to trace with a delay.
  await expect(async () => {
    await read('missing.txt')
    await expect(rows.filter({ hasText: 'missing.txt' }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('button', { name: 'Pause' }).click()
  await read('later.txt')
  await expect(page.getByText(/more since you paused/)).toBeVisible()
  await expect(rows.filter({ hasText: 'later.txt' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(rows.filter({ hasText: 'later.txt' })).toBeVisible()
  await page.getByPlaceholder('Search traced calls').fill('later')
  await expect(rows.filter({ hasText: 'missing.txt' })).toHaveCount(0)

  await rows.filter({ hasText: 'later.txt' }).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText('404 Not Found')).toBeVisible()
  await expect(details.getByText(/Signature=.?REDACTED/)).toBeVisible()
  await expectAccessible(page)
  await details
    .getByRole('button', { name: text('shared:close') })
    .last()
    .click()

  await page.getByRole('button', { name: 'Statistics' }).click()
  await expect(page.getByRole('grid', { name: 'Statistics' }).getByText('s3.GetObject')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByLabel('Path')).toBeEnabled()
})
