/** The badge beside a public bucket: it is accurate, requested for visible rows only, and removed with the access. */
import { randomBytes } from 'node:crypto'
import { allow } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test('a public bucket is marked in the list, with what is public', async ({ page, given, storage, signIn }) => {
  test.setTimeout(120_000)
  const pair = randomBytes(4).toString('hex')
  const [open, closed] = [await given.bucket(`${pair}-open`), await given.bucket(`${pair}-closed`)]
  await given.object(open, 'a.txt')
  const statement = {
    Effect: 'Allow',
    Principal: { AWS: ['*'] },
    Action: ['s3:GetObject', 's3:PutObject'],
    Resource: [`arn:aws:s3:::${open}/*`],
  }
  const body = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await storage.request({ method: 'PUT', bucket: open, query: { policy: '' }, body })
  const anonymousRead = async () => (await page.request.get(`${storage.url}/${open}/a.txt`)).status()
  expect(await anonymousRead()).toBe(200)

  await signIn()
  await page.goto('/buckets')
  // Only the visible rows of a long list are rendered; public access of both is requested in one call.
  const findBoth = async () => {
    await page.getByPlaceholder('Search Buckets').fill(`${pair}-`)
    await expect(page.getByRole('row')).toHaveCount(3)
  }
  await findBoth()
  const badge = rowOf(page, open).getByText('Public', { exact: false }).first()
  await expect(badge).toBeVisible()
  await expect(badge).toHaveAttribute('title', text('buckets:badge.open', { kinds: 'read, write' }))
  await expect(rowOf(page, open)).toContainText(text('buckets:badge.open', { kinds: 'read, write' }))
  await expect(rowOf(page, closed)).not.toContainText('Public')
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(badge).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1360, height: 850 })

  await rowOf(page, open).click()
  await page.getByRole('button', { name: 'Edit access policy' }).click()
  const dialog = page.getByRole('dialog', { name: `Change Access Policy of ${open}` })
  await dialog.getByLabel('Access Policy').selectOption('Private')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await anonymousRead()).toBe(403)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Buckets' }).click()
  await findBoth()
  await expect(rowOf(page, open)).not.toContainText('Public')

  await test.step('its columns are hidden until an account chooses them, in every browser', async () => {
    await storage.request({ method: 'PUT', bucket: open, query: { policy: '' }, body })
    const policy = { Version: '2012-10-17', Statement: [allow(['s3:*'], '*')] }
    await signIn({ keys: await given.user(policy) })
    await page.goto('/buckets')
    await findBoth()
    const header = (name: string) => page.getByRole('columnheader', { name })
    await expect(header(text('bucketColumns:access'))).toHaveCount(0)
    await page.getByRole('button', { name: text('shared:columns.choose') }).click()
    for (const column of ['versioning', 'encryption', 'access'] as const) {
      await page.getByRole('checkbox', { name: text(`bucketColumns:${column}`) }).press(' ')
    }
    const kept = page.waitForResponse((response) => response.url().includes('/account/tables/buckets'))
    await page
      .getByRole('button', { name: text('columns:up', { column: text('bucketColumns:access') }) })
      .press('Enter')
    await kept
    await page.keyboard.press('Escape')
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await findBoth()
    await expect(header(text('bucketColumns:access'))).toBeVisible()
    await expect(rowOf(page, open)).toContainText('read, write')
    await expect(rowOf(page, closed)).toContainText(text('bucketColumns:private'))
    const byAccess = header(text('bucketColumns:access')).getByRole('button')
    const first = page.getByRole('grid', { name: 'Buckets' }).getByRole('row').nth(1)
    await byAccess.click()
    await expect(first).toContainText(closed)
    await byAccess.click()
    await expect(first).toContainText(open)
    await expectAccessible(page)
  })
})
