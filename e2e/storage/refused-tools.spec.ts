/** Tools whose permission was removed, or never covered the bucket: the storage server refuses the view. */
import type { Page } from '@playwright/test'
import { expect, test } from '../src/journey.ts'

test('each tool names the missing permission', async ({ page, given, signIn, provokes }) => {
  provokes(501)
  const bucket = await given.bucket()
  await signIn()
  // The page of the engine, which heals nothing, only explains that.
  await page.route('**/api/v1/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), features: ['heal'] } })
  })
  await page.routeWebSocket(/\/ws\/(trace|console|watch|heal|health-info)/, (socket) => {
    // A page says "ok" once a socket is open; one that never opens counts as blocked.
    socket.onMessage(() => void socket.close({ code: 1011, reason: 'AccessDenied' }))
  })
  const start = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()
  const startFor = async (page: Page) => {
    await page.getByRole('combobox', { name: 'Bucket' }).selectOption(bucket)
    await start('Start')(page)
  }
  for (const [path, begin, permission] of [
    ['/trace', start('Start'), 'admin:ServerTrace'],
    ['/logs', async () => undefined, 'admin:ConsoleLog'],
    ['/watch', startFor, 's3:ListenBucketNotification'],
    ['/heal', startFor, 'admin:Heal'],
    ['/health-info', start('Start Diagnostic'), 'admin:OBDInfo'],
  ] as const) {
    await page.goto(path)
    await begin(page)
    await expect(page.getByRole('main').getByText(permission)).toContainText('Ask an administrator for it.')
  }
})
