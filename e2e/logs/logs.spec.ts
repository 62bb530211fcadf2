import { expectAccessible } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'

test(
  'errors of the storage server appear live, are searched and opened',
  ON_MINIO_TOO,
  async ({ page, storage, signIn }) => {
    await signIn()
    await page.goto('/logs')
    await expect(page.getByRole('heading', { name: 'All Logs', level: 1 })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Error Logs' })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)

    // Nothing listens on port 1: the server logs that it can't deliver its audit entries.
    const target = { key_values: [{ key: 'endpoint', value: 'http://127.0.0.1:1/audit' }] }
    const saved = await page.request.put('/api/v1/configs/audit_webhook:journey', { data: target })
    expect(saved.status()).toBe(200)
    const row = page
      .getByRole('grid', { name: 'Error Logs' })
      .getByRole('row')
      .filter({ hasText: /audit\S*journey/ })
    await expect(async () => {
      await fetch(`${storage.url}/`)
      await expect(row).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.getByPlaceholder('Search log entries').fill('no such text')
    await expect(row).toHaveCount(0)
    await page.getByPlaceholder('Search log entries').fill('JOURNEY')
    await row.click()
    const details = page.getByRole('dialog')
    await expect(details).toContainText(/refused/i)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await page.request.post('/api/v1/configs/audit_webhook:journey/reset', { data: {} })
  },
)
