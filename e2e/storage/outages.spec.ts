import type { Request } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { givenAt } from '../src/given.ts'
import { expect, fillLoginForm, test } from '../src/journey.ts'
import { expectLoadedAhead } from '../src/loaded-ahead.ts'
import { rowOf } from '../src/object-browser.ts'
import { startPrefixProxy } from '../src/prefix-proxy.ts'
import { STRESS } from '../src/scale.ts'
import { errorText, text } from '../src/text.ts'

test(
  'a stopped or unresponsive storage is reported, and the same tab recovers when it is back',
  STRESS,
  async ({ page, signIn, ownStorage, ownConsole, provokes }) => {
    provokes(503, 504)
    const storage = await ownStorage()
    const bucket = await givenAt(storage).bucket()
    await givenAt(storage).object(bucket, 'here.txt')
    const { url } = await ownConsole({ storage })
    await signIn({ at: url })

    await test.step('a stopped storage is reported, and the same tab recovers when it is back', async () => {
      await page.goto(`${url}/buckets`)
      await expect(rowOf(page, bucket)).toBeVisible()

      await storage.end()
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByText(errorText('StorageUnreachable'))).toBeVisible()
      await expectAccessible(page)

      await storage.start()
      await expect(rowOf(page, bucket), 'without a reload').toBeVisible()
      await expect(page.getByText(errorText('StorageUnreachable'))).toHaveCount(0)
      await expect(page).toHaveURL(`${url}/buckets`)
    })

    await test.step('an unresponsive storage times out within ten seconds, and the same tab recovers when it responds again', async () => {
      storage.freeze()
      const counts = new Map<Request, number>()
      page.on('request', (request) => counts.set(request, Date.now()))
      const responded = page.waitForResponse((response) => response.status() === 504, { timeout: 30_000 })
      await page.goto(`${url}/object-browser/${bucket}/`, { waitUntil: 'commit' })
      const request = (await responded).request()
      expect(Date.now() - (counts.get(request) ?? 0)).toBeLessThan(10_500)
      await expect(page.getByText(errorText('StorageTimeout'))).toBeVisible()
      await expectAccessible(page)

      storage.thaw()
      await expect(rowOf(page, 'here.txt'), 'without a reload').toBeVisible({
        timeout: 20_000,
      })
    })
  },
)

test.describe('with the code of other pages', () => {
  test.use({ loadsAhead: true })

  test('an unreachable console is reported with the specified words, and Retry returns to the same page', async ({
    page,
    signIn,
    given,
    ownConsole,
    provokes,
  }) => {
    provokes('unreachable')
    const bucket = await given.bucket()
    await given.object(bucket, 'here.txt')
    const console = await ownConsole()
    await signIn({ at: console.url })
    await page.goto(`${console.url}/object-browser`)
    await page.getByPlaceholder('Search Buckets').fill(bucket)
    await expect(page.getByRole('link', { name: bucket, exact: true })).toBeVisible()

    await expectLoadedAhead(page)
    await console.end()
    await page.getByRole('link', { name: bucket, exact: true }).click()
    await expect(page.getByText('An error has ocurred, the backend cannot be reached.')).toBeVisible()
    await expectAccessible(page)

    await console.start()
    // The page also recovers automatically, so either may happen first.
    await page
      .getByRole('button', { name: 'Retry' })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await expect(rowOf(page, 'here.txt'), 'without another sign-in').toBeVisible()
  })
})

test('a page with a single broken call leads to the login page, which stays until Retry reopens the page', async ({
  page,
  signIn,
  given,
  provokes,
}) => {
  provokes('unreachable')
  const bucket = await given.bucket()
  await signIn()
  for (const [path, call] of [
    ['/policies', '**/api/v1/policies'],
    [`/object-browser/${bucket}/`, `**/api/v1/buckets/${bucket}/objects?*`],
  ] as const) {
    let counts = 0
    // A device between browser and console breaks this call; the console itself responds to all calls or none.
    await page.route(call, (route) => {
      counts += 1
      return route.abort('connectionreset')
    })
    await page.goto(path)
    const broken = page.getByText(text('session:brokenCall'))
    await expect(broken).toBeVisible()
    await expect(page.getByText('the backend cannot be reached'), 'the console has just responded').toHaveCount(0)
    await expect(page).toHaveURL('/login')
    expect(counts, 'it returned once automatically').toBe(2)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => counts).toBe(3)
    await expect(broken).toBeVisible()
    await page.unroute(call)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('a login page behind a proxy reports an unreachable console with the specified words', async ({
  page,
  signIn,
  storage,
  ownConsole,
  provokes,
}) => {
  // The proxy doesn't forward sockets, so the session's can't be opened; a console that is shutting down returns 503.
  provokes(502, 503)
  const console = await ownConsole({ env: { COOPERAGE_TRUSTED_PROXIES: 'loopback' } })
  const proxy = await startPrefixProxy(console.url, '/console')
  const away = page.getByText('An error has ocurred, the backend cannot be reached.')
  try {
    await page.goto(`${proxy.url}/login`)
    const heading = page.getByRole('heading', { name: 'Console Login' })
    await expect(heading).toBeVisible()
    await console.end()
    await fillLoginForm(page, storage.root)
    await expect(away, 'instead of the result of the sign-in').toBeVisible()
    await console.start()

    await signIn({ at: proxy.url })
    await page.goto(`${proxy.url}/buckets`)
    await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()
    await console.end()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(away, 'instead of the form').toBeVisible()
    await expect(heading).toHaveCount(0)
    await console.start()
    // The page also retries automatically, so either may happen first.
    await page
      .getByRole('button', { name: 'Retry' })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await expect(heading).toBeVisible()
    await page.close()
  } finally {
    await proxy.close()
  }
})
