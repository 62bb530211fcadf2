/** The login screen's other states (core-console 2 and 4). */
import { expect, test } from '../src/journey.ts'

test('a spinner shows while the mode loads, without a response the specified words with Retry, and Logout leads back', async ({
  page,
  provokes,
  signIn,
}) => {
  await test.step('a spinner shows while the mode loads, and without a response the specified words with Retry', async () => {
    provokes('unreachable')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    let responses = false
    // An unreachable console couldn't serve the page itself; the case behind a proxy is in storage/outages.spec.ts.
    await page.route('**/api/v1/login', async (route) => {
      await released
      await (responses ? route.fallback() : route.abort('connectionrefused'))
    })
    await page.goto('/login')
    await expect(page.getByRole('status', { name: 'Loading the sign-in form' })).toBeVisible()
    release()
    await expect(page.getByText('An error has ocurred, the backend cannot be reached.')).toBeVisible()
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()

    responses = true
    // The page also retries automatically, so either may happen first.
    await retry.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(page.getByRole('heading', { name: 'Console Login' })).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('the specified fields of the answer are enough for each mode', async () => {
    const answers = (json: object) => page.route('**/api/v1/login', (route) => route.fulfill({ json }))
    await answers({ loginStrategy: 'service-account', redirect: '' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Operator Login' })).toBeVisible()
    await page.unrouteAll()
    await answers({ loginStrategy: 'redirect', redirect: 'https://[HOSTNAME]/auth' })
    await page.reload()
    const sso = page.getByRole('link', { name: 'Login with SSO' })
    await expect(sso).toHaveAttribute('href', `https://${new URL(page.url()).hostname}/auth`)
    await page.unrouteAll()
    await answers({ loginStrategy: 'form', redirect: '' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Console Login' })).toBeVisible()
    await page.unrouteAll()
  })

  await test.step('a session whose status isn’t ok shows no layout', async () => {
    await page.route('**/api/v1/session', async (route) => {
      await route.fulfill({ json: { status: 'expired', operator: false, pages: ['/buckets'], features: [] } })
    })
    await page.goto('/buckets')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await page.unrouteAll()
  })

  await test.step('Logout at the bottom of the menu leads to the login page, even if the call fails', async () => {
    provokes(500, 401)
    await signIn()
    // Our sign-out doesn't fail: sessions that can't be revoked at the storage are rejected by the console itself.
    await page.route('**/api/v1/logout', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }))
    await page.goto('/buckets')
    const logout = page.getByRole('banner').getByRole('button', { name: 'Logout' })
    const documentation = page.getByRole('banner').getByRole('link', { name: 'Documentation' })
    await documentation.scrollIntoViewIfNeeded()
    const [below, above] = [await logout.boundingBox(), await documentation.boundingBox()]
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.NaN)
    await logout.click()
    await expect(page).toHaveURL(/\/login$/)
  })
})
