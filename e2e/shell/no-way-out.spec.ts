/** Addresses that try to make the console redirect to another site (open redirects). */
import { request } from 'node:http'
import { expect, fillLoginForm, test } from '../src/journey.ts'

const EVIL = 'evil.example'
const TARGETS = [`https://${EVIL}/`, `//${EVIL}/`, `/\\${EVIL}/`, `javascript:document.title='owned'`]
const FIELDS = ['redirect', 'next', 'returnTo', 'oauth_callback']
/** Paths that a careless page would parse as a host, or repeat as an address. */
const PATHS = [`//${EVIL}/`, `//${EVIL}/login`, `/%5C${EVIL}/`, `/%2F%2F${EVIL}/`, `/login//${EVIL}/`, `/.//${EVIL}/`]

test('no address of the console leads to another site, before or after sign-in', async ({
  page,
  context,
  sharedConsole,
  storage,
  provokes,
}) => {
  test.setTimeout(180_000)
  provokes(401)
  const away: string[] = []
  page.on('request', (made) => {
    if (made.isNavigationRequest() && new URL(made.url()).origin !== sharedConsole.url) away.push(made.url())
  })
  const queries = TARGETS.flatMap((target) => FIELDS.map((field) => `${field}=${encodeURIComponent(target)}`))
  for (const path of [...queries.map((query) => `/login?${query}`), ...PATHS]) {
    expect([path, await answerTo(sharedConsole.url, path)]).toEqual([path, { location: undefined, refresh: undefined }])
  }

  const allAtOnce = TARGETS.map((target, at) => `${FIELDS[at]}=${encodeURIComponent(target)}`).join('&')
  for (const path of [`/login?${allAtOnce}`, ...PATHS]) {
    await test.step(path, async () => {
      await context.clearCookies()
      await page.goto(sharedConsole.url + path)
      await fillLoginForm(page, storage.root)
      await expect(page.getByRole('button', { name: 'Logout' }), 'signed in').toBeVisible()
      expect(new URL(page.url()).origin).toBe(sharedConsole.url)
      expect(await page.title()).not.toBe('owned')
    })
  }
  expect(away).toEqual([])
})

/** The redirect target for exactly this path, which a URL parser would normalize. */
async function answerTo(origin: string, path: string): Promise<{ location?: unknown; refresh?: unknown }> {
  const { hostname, port } = new URL(origin)
  return await new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers: { accept: 'text/html' } }, (response) => {
      response.resume()
      const { location, refresh } = response.headers
      resolve({ location, refresh })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}
