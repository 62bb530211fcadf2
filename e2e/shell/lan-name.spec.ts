import { readFile } from 'node:fs/promises'
import { LAN_NAME } from '../src/chromium.ts'
import { bucketsOf, keysOf } from '../src/given.ts'
import { expect, fillLoginForm, test } from '../src/journey.ts'

test('everything works over plain HTTP at a name of the local network', async ({ page, storage, ownConsole }) => {
  const { port } = await ownConsole({ env: { COOPERAGE_HOSTS: LAN_NAME } })
  const bucket = `over-plain-http-${Date.now()}`
  await page.goto(`http://${LAN_NAME}:${port}/login`)
  expect(await page.evaluate('isSecureContext'), 'browsers keep features from such a page').toBe(false)
  await fillLoginForm(page, storage.root)

  await page.getByRole('button', { name: 'Create Bucket' }).click()
  const form = page.getByRole('dialog', { name: 'Create Bucket' })
  await form.getByLabel('Bucket Name').fill(bucket)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await bucketsOf(storage)).toContain(bucket)

  await page.getByRole('link', { name: 'Object Browser' }).click()
  await page.getByPlaceholder('Search Buckets').fill(bucket)
  await page.getByRole('link', { name: bucket }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await (await chooser).setFiles([{ name: 'hello.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }])
  const row = page.getByRole('row').filter({ hasText: 'hello.txt' })
  await expect(row).toBeVisible()
  const started = page.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await started).path(), 'utf8')).toBe('hello')
  await row.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  expect(await keysOf(storage, bucket)).toEqual([])

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('a name that nobody allowed is refused', async ({ page, sharedConsole, provokes }) => {
  provokes(421)
  const answer = await page.goto(`http://${LAN_NAME}:${sharedConsole.port}/`)
  expect(answer?.status()).toBe(421)
})
