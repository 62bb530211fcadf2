import { readFileSync } from 'node:fs'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'

test(
  'a report is created, previewed without host names, downloaded and canceled, and a failure is explained',
  ON_MINIO_TOO,
  async ({ page, storage, signIn }) => {
    await test.step('a report is created, previewed without host names, and downloaded', async () => {
      await signIn()
      await page.goto('/health-info')
      const download = page.getByRole('button', { name: 'Download' })
      await expect(download).toHaveAttribute('aria-disabled', 'true')
      await page.getByRole('button', { name: 'Start Diagnostic' }).click()
      await expect(page.getByText('Diagnostic file is ready to be downloaded.')).toBeVisible()
      await page.getByText('Servers and drives').click()
      const preview = page.getByRole('region', { name: 'File contents' })
      const { host } = new URL(storage.url)
      await expect(preview).toContainText(host)
      await page.getByRole('switch', { name: 'Remove host names and addresses' }).click()
      await expect(preview).not.toContainText(host)
      await expectAccessible(page)

      const saving = page.waitForEvent('download')
      await download.click()
      const saved = await saving
      expect(saved.suggestedFilename()).toBe('diagnostic.json')
      const text = readFileSync(await saved.path(), 'utf8')
      expect(text).toContain('\n  "version": "3"')
      expect(text).not.toContain('127.0.0.1')
      expect(text).not.toContain(storage.root.secretKey)
    })

    await test.step('a report announces its start, can be canceled, and a failure is explained', async () => {
      let failure: (() => Promise<void>) | undefined
      await page.routeWebSocket(/\/ws\/health-info\?deadline=1h$/, (socket) => {
        const parts = [{ name: 'sys.cpus', bytes: 120 }]
        socket.send(
          JSON.stringify({ timestamp: '2026-11-24T08:00:00Z', parts, expected: 12, isComplete: false, report: {} }),
        )
        failure = () => socket.close({ code: 1008, reason: '' })
      })
      await page.goto('/health-info')
      await page.getByRole('button', { name: 'Start Diagnostic' }).click()
      await expect(page.getByText('Diagnostic started. Please do not refresh page during diagnosis.')).toBeVisible()
      await expect(page.getByText('Processors')).toBeVisible()
      await expect(page.getByText('1 of up to 12 parts · 1 hour left at most')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Download' })).toBeDisabled()
      await page.getByRole('button', { name: 'Cancel diagnostic' }).click()
      await expect(page.getByText('Diagnostic canceled')).toBeVisible()

      await page.getByRole('button', { name: 'Start Diagnostic' }).click()
      await expect(page.getByText('Processors')).toBeVisible()
      await failure?.()
      await expect(page.getByText('An error occurred while getting Diagnostic file.')).toBeVisible()
      await expectAccessible(page)
    })
  },
)
