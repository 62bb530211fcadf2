import { LAN_NAME } from '../src/chromium.ts'
import { bucketsOf, keysOf, LISTED } from '../src/given.ts'
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { deleteRow, downloadOf, rowOf, uploadFiles } from '../src/object-browser.ts'

test('everything works over plain HTTP at a host name of the local network', async ({
  page,
  storage,
  ownConsole,
  provokes,
}) => {
  // Nobody has that public address, so objects go through the console.
  provokes('unreachable')
  const { port } = await ownConsole({
    env: { COOPERAGE_HOSTS: LAN_NAME, COOPERAGE_STORAGE_PUBLIC_URL: 'https://files.example' },
  })
  const bucket = `over-plain-http-${Date.now()}`
  await page.goto(`http://${LAN_NAME}:${port}/login`)
  expect(await page.evaluate('isSecureContext'), 'browsers withhold features from such a page').toBe(false)
  await fillLoginForm(page, storage.root)

  await page.getByRole('link', { name: 'Buckets', exact: true }).click()
  await page.getByRole('button', { name: 'Create Bucket' }).click()
  const form = page.getByRole('dialog', { name: 'Create Bucket' })
  await form.getByLabel('Bucket name').fill(bucket)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  expect(await bucketsOf(storage)).toContain(bucket)

  await page.getByRole('link', { name: 'Object Browser' }).click()
  // The previous page has a field with the same name.
  await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
  await page.getByPlaceholder('Search Buckets').fill(bucket)
  await page.getByRole('link', { name: bucket, exact: true }).click()
  await uploadFiles(page, [{ name: 'hello.txt', buffer: Buffer.from('hello') }])
  const row = rowOf(page, 'hello.txt')
  await expect(row).toBeVisible()
  expect((await downloadOf(page, row)).bytes.toString()).toBe('hello')
  await test.step('a link is copied with the keyboard alone', async () => {
    const share = page.getByRole('button', { name: 'Share hello.txt' })
    await share.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Share File hello.txt' })
    await expect(dialog.getByLabel('Link')).toBeFocused()
    await expect(dialog.getByLabel('Link')).toHaveValue(/^https:\/\/files\.example\//)
    const link = await dialog.getByLabel('Link').inputValue()
    await page.keyboard.press('Enter')

    await expect(page.getByText('Share URL Copied to clipboard')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(share, 'focus returns').toBeFocused()
    await page.getByPlaceholder('Search objects').focus()
    await page.keyboard.press('Control+V')
    await expect(page.getByPlaceholder('Search objects')).toHaveValue(link)
    await page.getByPlaceholder('Search objects').fill('')
  })
  await deleteRow(page, row)
  await expect(row).toHaveCount(0)
  await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual([])

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
