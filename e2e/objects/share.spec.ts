import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, text } from '../src/text.ts'

const UNTIL = /^Works until (?<time>.+), or until you sign out\.$/

async function openShareDialog(page: Page, name: string) {
  await rowOf(page, name)
    .getByRole('button', { name: `Share ${name}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Share File ${name}` })
  await expect(dialog.getByText(UNTIL)).toBeVisible()
  return { dialog, link: await dialog.getByLabel('Link').inputValue() }
}

test(
  'an anonymous visitor can open a shared link until its creator signs out',
  ON_MINIO_TOO,
  async ({ page, browser, given, signIn, storage }) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'minutes of may.txt', 'agreed')
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    const { dialog, link } = await openShareDialog(page, 'minutes of may.txt')
    await expectAccessible(page)
    expect(new URL(link).origin).toBe(new URL(storage.url).origin)

    const visitor = await browser.newContext()
    const elsewhere = await visitor.newPage()
    const started = elsewhere.waitForEvent('download')
    // The browser reports navigation to a download as a page that failed to load.
    await elsewhere.goto(link).catch(() => undefined)
    expect(await readFile(await (await started).path(), 'utf8')).toBe('agreed')

    await dialog.getByRole('button', { name: text('objects:share.copy') }).click()
    await expect(page.getByText('Share URL Copied to clipboard')).toBeVisible()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByLabel('Username')).toBeVisible()
    await visitor.close()
    // The login page doesn't wait until the storage has revoked the session.
    await expect.poll(async () => (await fetch(link)).status).toBe(403)
  },
)

test('only days on which the link can still be valid are offered, and a missing object is reported', async ({
  page,
  given,
  signIn,
  storage,
  provokes,
}) => {
  await test.step('only days on which the link can still be valid are offered, and choosing one creates a new link', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'a.txt')
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    const { dialog, link } = await openShareDialog(page, 'a.txt')

    // A session of 12 hours has credentials for 36: today, tomorrow, and sometimes the start of the day after.
    const days = dialog.getByLabel('Expires', { exact: true }).getByRole('option')
    const count = await days.count()
    expect([2, 3]).toContain(count)
    await expect(days.last(), 'the day on which the credentials expire').toHaveText(/^On .+ at \d\d:\d\d$/)

    await dialog.getByLabel('Expires', { exact: true }).selectOption({ index: 0 })
    await expect(dialog.getByLabel('Link')).not.toHaveValue(link)
    await expect(dialog.getByText(/^Works until .+ 23:59, or until you sign out\.$/)).toBeVisible()
    const today = await dialog.getByLabel('Link').inputValue()
    expect(Number(new URL(today).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(24 * 3600)
  })

  await test.step('the dialog says that the object no longer exists', async () => {
    provokes(404)
    const bucket = await given.bucket()
    await given.object(bucket, 'a.txt')
    await visit(page, `/object-browser/${bucket}/`)
    await expect(rowOf(page, 'a.txt')).toBeVisible()
    await storage.request({ method: 'DELETE', bucket, key: 'a.txt' })
    await page.getByRole('button', { name: 'Share a.txt' }).click()
    await expect(page.getByRole('dialog').getByText(errorText('NoSuchKey', { key: 'a.txt' }))).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: text('objects:share.copy') })).toBeDisabled()
  })
})
