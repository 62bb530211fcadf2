/** The console in front of a storage server without an admin API. */
import { startVersitygw } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { downloadOf, rowOf, uploadFiles } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test('an administrator of versitygw works with buckets and objects, and sees what the server doesn’t have', async ({
  page,
  ownConsole,
  stopAtEnd,
  provokes,
}) => {
  provokes(401, 501)
  const storage = await startVersitygw()
  stopAtEnd(storage)
  const console = await ownConsole({ storage })
  await page.goto(console.url)
  await page.getByLabel('Username').fill(storage.root.accessKey)
  await page.getByLabel('Password', { exact: true }).fill(storage.root.secretKey)
  await page.getByRole('button', { name: 'Login' }).click()

  await page.getByRole('button', { name: 'Create Bucket' }).first().click()
  const creation = page.getByRole('dialog')
  await creation.getByLabel('Bucket Name').fill('films')
  await creation.getByRole('switch', { name: /^Versioning/ }).click({ force: true })
  await creation.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'films' })).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    'Object Browser',
    'Buckets',
    'Documentation',
  ])

  await expect(page.getByRole('button', { name: 'Set Replication' })).toHaveCount(0)
  await page.getByRole('link', { name: 'films' }).click()
  await expect(page.getByText('versitygw has S3 only')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Encryption' })).toContainText('Not supported')
  await expect(page.getByRole('region', { name: 'Quota' })).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Browse objects' }).click()
  // Above 16 MiB, files are sent in parts.
  const large = Buffer.alloc(20 << 20, 'x')
  await uploadFiles(page, [{ name: 'a.txt', buffer: Buffer.from('one') }])
  await uploadFiles(page, [{ name: 'film.bin', buffer: large }])
  await expect(rowOf(page, 'film.bin')).toContainText('20')
  const { bytes } = await downloadOf(page, rowOf(page, 'film.bin'))
  expect(bytes.equals(large)).toBe(true)

  await rowOf(page, 'a.txt').getByRole('link', { name: 'a.txt', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'a.txt' })).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const share = page.getByRole('dialog', { name: 'Share File a.txt' })
  await expect(share.getByLabel(text('objects:share.link'))).toHaveValue(/X-Amz-Signature=/)
  await expect(share.getByRole('button', { name: text('objects:share.createLasting') })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: text('shell:profile', { account: storage.root.accessKey }) }).click()
  await expect(page.getByText('versitygw, S3 only')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})
