import { readFileSync } from 'node:fs'
import type { SpeedRun } from '@cooperage/contract'
import { accountsOf, allow, targetKind } from '@cooperage/testkit'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { text } from '../src/text.ts'

const ofPage = (key: string, values: Record<string, string | number> = {}) => text(`speedTests:${key}`, values)

test(
  'drives are tested after the name of the server is typed, and the run is compared, exported and kept',
  ON_MINIO_TOO,
  async ({ page, storage, signIn }) => {
    const { host } = new URL(storage.url)
    const button = (key: string) => page.getByRole('button', { name: ofPage(key), exact: true })
    const dialog = page.getByRole('dialog')
    const result = page.getByRole('region', { name: ofPage('result'), exact: true })
    const start = async () => {
      await button('start.action').click()
      await dialog.getByRole('textbox').fill(host)
      await dialog.getByRole('button', { name: ofPage('start.action') }).click()
    }

    await test.step('options out of range are named, and the test starts only with the typed name', async () => {
      await signIn()
      await page.goto('/buckets')
      await page
        .getByRole('navigation')
        .getByRole('link', { name: ofPage('title') })
        .click()
      await page.getByRole('link', { name: ofPage('kinds.drive') }).click()
      const block = page.getByRole('textbox', { name: ofPage('fields.blockSize') })
      await block.fill('3')
      await page.getByLabel(ofPage('fields.fileSize'), { exact: true }).fill('1')
      await page.getByRole('combobox').first().selectOption('MiB')
      await block.fill('64')
      await expect(button('start.action')).toHaveAccessibleDescription(ofPage('wrong.first'))
      await block.fill('1')
      await button('start.action').click()
      const confirm = dialog.getByRole('button', { name: ofPage('start.action') })
      await expect(confirm).toHaveAttribute('aria-disabled', 'true')
      await expect(dialog).toContainText(ofPage('start.warnings.drive'))
      await expectAccessible(page)
      await dialog.getByRole('textbox').fill(host)
      await confirm.click()
      await expect(result.getByRole('row')).toHaveCount(2)
      await expect(result).toContainText('/s')
    })

    await test.step('a second run is compared with the first, and both are listed and exported', async () => {
      await start()
      await expect(result).toContainText('compared with the run before')
      const runs = page.getByRole('region', { name: ofPage('runs.title'), exact: true })
      await expect(runs.getByRole('row')).toHaveCount(3)
      await expectAccessibleInBothThemes(page)
      const saving = page.waitForEvent('download')
      await runs.getByRole('button', { name: ofPage('runs.json') }).click()
      const saved = JSON.parse(readFileSync(await (await saving).path(), 'utf8')) as SpeedRun[]
      expect(saved.map(({ kind }) => kind)).toEqual(['drive', 'drive'])
      const csv = page.waitForEvent('download')
      await runs.getByRole('button', { name: ofPage('runs.csv') }).click()
      const table = readFileSync(await (await csv).path(), 'utf8')
      expect(table.split('\r\n')[0]).toContain('write_bytes_per_second')
      await page.reload()
      await expect(runs.getByRole('row')).toHaveCount(3)
    })

    await test.step('the way from the console is drawn while it is measured, and a canceled test isn’t kept', async () => {
      await page.getByRole('link', { name: ofPage('kinds.client') }).click()
      await expect(page.getByRole('heading', { name: ofPage('headings.client') })).toBeVisible()
      await start()
      await expect(page.getByRole('img', { name: /Results so far/ })).toBeVisible()
      // Following it would end the test.
      const another = page.getByRole('link', { name: ofPage('kinds.drive') })
      await expect(another).toHaveAccessibleDescription(ofPage('locked'))
      await button('cancel').click()
      await expect(another).toHaveAttribute('href', /drive/)
      await expect(page.getByText(ofPage('canceled'))).toBeVisible()
      await expect(page.getByRole('img', { name: /Measured until then/ })).toBeVisible()
      await page.reload()
      await expect(button('runs.json')).toHaveAccessibleDescription(ofPage('runs.empty'))
    })

    await test.step('a network of one node, and the engine’s missing test, are explained without a start', async () => {
      await page.getByRole('link', { name: ofPage('kinds.network') }).click()
      await expect(page.getByText(ofPage('oneNode.title'))).toBeVisible()
      await page.getByRole('link', { name: ofPage('kinds.object') }).click()
      if (targetKind() === 'engine') await expect(page.getByText(ofPage('notOffered.title'))).toBeVisible()
      else await expect(button('start.action')).toBeVisible()
    })
  },
)

test('on a phone, a user with one permission sees its part', async ({ page, storage, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn({ keys: await accountsOf(storage).allowed(allow(['admin:BandwidthMonitor'])) })
  await page.goto('/speed-tests')
  await expect(page.getByRole('heading', { name: ofPage('headings.client') })).toBeVisible()
  await expect(page.getByRole('link', { name: ofPage('kinds.drive') })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
})
