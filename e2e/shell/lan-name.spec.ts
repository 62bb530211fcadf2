import { LAN_NAME } from '../src/chromium.ts'
import { bucketsOf, keysOf, LISTED } from '../src/given.ts'
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { deleteRow, downloadOf, rowOf, uploadFiles } from '../src/object-browser.ts'

test('everything works over plain HTTP at a host name of the local network', async ({ page, storage, ownConsole }) => {
  const { port } = await ownConsole({ env: { COOPERAGE_HOSTS: LAN_NAME } })
  const bucket = `over-plain-http-${Date.now()}`
  await page.goto(`http://${LAN_NAME}:${port}/login`)
  expect(await page.evaluate('isSecureContext'), 'browsers withhold features from such a page').toBe(false)
  await fillLoginForm(page, storage.root)

  await page.getByRole('link', { name: 'Buckets', exact: true }).click()
  await page.getByRole('button', { name: 'Create Bucket' }).click()
  const form = page.getByRole('dialog', { name: 'Create Bucket' })
  await form.getByLabel('Bucket Name').fill(bucket)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await bucketsOf(storage)).toContain(bucket)

  await page.getByRole('link', { name: 'Object Browser' }).click()
  // The previous page has a field with the same name.
  await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
  await page.getByPlaceholder('Search Buckets').fill(bucket)
  await page.getByRole('link', { name: bucket }).click()
  await uploadFiles(page, [{ name: 'hello.txt', buffer: Buffer.from('hello') }])
  const row = rowOf(page, 'hello.txt')
  await expect(row).toBeVisible()
  expect((await downloadOf(page, row)).bytes.toString()).toBe('hello')
  await deleteRow(page, row)
  await expect(row).toHaveCount(0)
  await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual([])

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('a host name that is not allowed is rejected', async ({ request, sharedConsole }) => {
  const response = await request.get('/', { headers: { host: `${LAN_NAME}:${sharedConsole.port}` } })
  expect(response.status()).toBe(421)
})
