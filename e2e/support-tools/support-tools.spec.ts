import { readFileSync } from 'node:fs'
import { accountsOf, allow, send, targetKind, uniqueName } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

const ofPage = (key: string, values: Record<string, string | number> = {}) => text(`supportTools:${key}`, values)
const isMinio = targetKind() === 'minio'

test(
  'locks, the calls that load the server, and raw files with their key',
  ON_MINIO_TOO,
  async ({ page, storage, signIn }) => {
    const tab = (name: string) =>
      page.getByRole('navigation', { name: ofPage('tabs.label') }).getByRole('link', { name })
    const on = (method: string, path: string, body = '') =>
      send({ url: storage.url, credentials: storage.root, method, path, body })
    const bucket = uniqueName('support')

    await test.step('a server of one node says that it has no locks to list', async () => {
      await on('PUT', `/${bucket}`)
      await on('PUT', `/${bucket}/folder/a.txt`, 'text')
      await signIn()
      await page.goto('/buckets')
      await page
        .getByRole('navigation')
        .getByRole('link', { name: ofPage('title') })
        .click()
      await expect(page.getByText(ofPage('locks.oneNode.title'))).toBeVisible()
    })

    await test.step('calls are counted, and lead to the trace of their operation', async () => {
      await tab(ofPage('tabs.calls')).click()
      await page.getByRole('combobox').selectOption('60')
      await page.getByRole('button', { name: ofPage('calls.start') }).click()
      const row = page.getByRole('grid').getByRole('row', { name: /GetObject/ })
      await expect(async () => {
        await on('GET', `/${bucket}/folder/missing`)
        await expect(row).toBeVisible({ timeout: 500 })
      }).toPass()
      await page.getByRole('button', { name: ofPage('calls.stop') }).click()
      await expect(page.getByText(ofPage('calls.stopped'))).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await row.getByRole('link', { name: new RegExp(ofPage('calls.trace')) }).click()
      await expect(page.getByLabel(text('trace:funcname'))).toHaveValue('s3.GetObject')
      await page.goBack()
    })

    await test.step('raw files are saved, and their key is shown once', async () => {
      await tab(ofPage('tabs.inspect')).click()
      if (!isMinio) {
        await expect(page.getByText(ofPage('inspect.notOffered.title'))).toBeVisible()
        return
      }
      const download = page.getByRole('button', { name: ofPage('inspect.submit') })
      await page.getByLabel(ofPage('inspect.bucket'), { exact: true }).fill(bucket)
      await page.getByLabel(ofPage('inspect.path'), { exact: true }).fill('../a.txt')
      await expect(download).toHaveAccessibleDescription(ofPage('inspect.pathWrong'))
      await page.getByLabel(ofPage('inspect.path'), { exact: true }).fill('folder/**')
      const saving = page.waitForEvent('download')
      await download.click()
      const saved = await saving
      expect(saved.suggestedFilename()).toMatch(/^inspect-data\.[0-9a-f]{8}\.enc$/)
      expect(readFileSync(await saved.path()).length).toBeGreaterThan(100)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByLabel(ofPage('inspect.key'), { exact: true })).toHaveValue(/^[0-9a-f]{72}$/)
      await expectAccessible(page)
      await dialog
        .getByRole('button', { name: ofPage('inspect.close') })
        .last()
        .click()
      await expect(dialog).toBeHidden()
    })

    await test.step('profiles are canceled, and taken', async () => {
      await tab(ofPage('tabs.profiles')).click()
      if (!isMinio) {
        await expect(page.getByText(ofPage('profiles.notOffered.title'))).toBeVisible()
        return
      }
      const start = page.getByRole('button', { name: ofPage('profiles.start') })
      await page.getByRole('combobox').selectOption('60')
      await start.click()
      await expect(page.getByRole('progressbar')).toBeVisible()
      await page.getByRole('button', { name: ofPage('profiles.cancel') }).click()
      await expect(page.getByText(ofPage('profiles.canceled'))).toBeVisible()
      await page.getByRole('combobox').selectOption('5')
      const saving = page.waitForEvent('download')
      await start.click()
      expect(
        readFileSync(await (await saving).path())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
      await expectAccessible(page)
    })
  },
)

test('on a phone, a user with one permission sees its part', async ({ page, storage, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn({ keys: await accountsOf(storage).allowed(allow(['admin:ServerTrace'])) })
  await page.goto('/support-tools')
  await expect(page.getByRole('heading', { name: ofPage('calls.title') })).toBeVisible()
  await expect(page.getByRole('link', { name: ofPage('tabs.locks') })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
})
