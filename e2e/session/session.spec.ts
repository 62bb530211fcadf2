import type { Route } from '@playwright/test'
import { expect, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

test('the session cookie is withheld from scripts and other sites, and a copy is rejected everywhere after sign-out', async ({
  page,
  signIn,
  context,
  ownConsole,
  sharedConsole,
  playwright,
}) => {
  await test.step('the session cookie cannot be read by scripts and is sent to no other site', async () => {
    await signIn()
    await page.goto('/buckets')

    expect(await page.evaluate('document.cookie')).toBe('')
    const cookies = await context.cookies()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  })

  await test.step('a copied cookie is rejected after sign-out, here and by a second console with the same secret', async () => {
    const second = await ownConsole()
    await page.goto('/buckets')
    const copied = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const thief = await playwright.request.newContext({ extraHTTPHeaders: { cookie: copied } })
    const statuses = async () =>
      Promise.all(
        [sharedConsole, second].flatMap(({ url }) =>
          ['session', 'buckets'].map(async (call) => (await thief.get(`${url}/api/v1/${call}`)).status()),
        ),
      )
    expect(await statuses()).toEqual([200, 200, 200, 200])

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()

    expect(await statuses()).toEqual([401, 401, 401, 401])
    expect(await context.cookies()).toEqual([])
    await thief.dispose()
  })
})

test('signing out first cancels the pending calls of a page, and a session that ended elsewhere leads to the login page and back', async ({
  page,
  given,
  signIn,
  storage,
  sharedConsole,
  provokes,
  context,
}) => {
  // The list draws only the rows in sight, and the buckets of other journeys are in it too.
  const bucket = await given.bucket('a-first')
  // What a page is opened with is loaded by the browser, which goes on with it: these are calls of the page.
  for (const [place, calls, open] of [
    ['the list of buckets', /\/exposure\/buckets$/, () => page.goto('/buckets')],
    ['a folder', /\/objects\?/, () => page.getByRole('link', { name: bucket, exact: true }).click()],
  ] as const) {
    await test.step(place, async () => {
      // Held in the browser, then passed on to the real console: no server responds late on demand.
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const held = async (route: Route) => {
        await released
        // The page that sent the request may be closed.
        await route.continue().catch(() => undefined)
      }
      await page.route(calls, held)
      await page.route('**/api/v1/logout', held)
      await signIn()
      await page.goto('/object-browser')
      const asked = page.waitForRequest(calls, { timeout: 0 })
      await open()
      await asked
      const ended = page.waitForEvent('requestfailed', { predicate: (made) => calls.test(made.url()), timeout: 0 })
      await page.getByRole('button', { name: 'Logout' }).click()
      await ended
      release()
      await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
      await page.unrouteAll()
    })
  }

  await test.step('a session that ended elsewhere leads to the login page and back', async () => {
    provokes(401)
    // The socket sends nothing, so the next call detects it.
    await page.routeWebSocket(/\/ws\/session/, () => undefined)
    await signIn()
    await page.goto('/object-browser')
    await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()

    await context.request.post(`${sharedConsole.url}/api/v1/logout`)
    await page.getByRole('button', { name: 'Refresh' }).click()

    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await page.getByLabel('Username').fill(storage.root.accessKey)
    await page.getByLabel('Password', { exact: true }).fill(storage.root.secretKey)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(/\/object-browser$/)
  })
})

test('sessions survive a restart of the console', async ({ page, signIn, given, ownConsole, provokes }) => {
  // The page preloads the code of other pages, and may find the server down or shutting down.
  provokes('unreachable', 503)
  const bucket = await given.bucket()
  const console = await ownConsole()
  await signIn({ at: console.url })
  await page.goto(`${console.url}/buckets`)
  await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()

  await console.end()
  await console.start()

  await page.getByRole('link', { name: 'Object Browser' }).click()
  await page.getByPlaceholder('Search Buckets').fill(bucket)
  await expect(rowOf(page, bucket)).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/\/object-browser$/)
})
