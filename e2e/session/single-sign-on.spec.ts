/** Sign-in on the pages of a real OpenID Connect provider. */

import { startOpenIdProvider, type TestOpenIdProvider, trustProvider } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import type { ConsoleProcess } from '../src/console-process.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect, test as journey, ON_MINIO_TOO } from '../src/journey.ts'
import { uploadFiles } from '../src/object-browser.ts'
import { signInAtProvider } from '../src/openid.ts'
import { startPrefixProxy } from '../src/prefix-proxy.ts'
import { STRESS } from '../src/scale.ts'

const ACCOUNTS = {
  ada: { policy: 'consoleAdmin', preferred_username: 'Ada Lovelace' },
  nobody: { policy: 'no-such-policy' },
}

interface Fixtures {
  provider: TestOpenIdProvider
  /** Settings beside those of the provider. */
  settings: Record<string, string>
  /** Where a reverse proxy serves the console: `/storage`, or '' without one. */
  base: string
  console: Pick<ConsoleProcess, 'url'>
}

const test = journey.extend<Fixtures>({
  settings: [{}, { option: true }],
  base: ['', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
  provider: async ({}, use) => {
    const provider = await startOpenIdProvider({ accounts: ACCOUNTS })
    await use(provider)
    await provider.stop()
  },
  console: async ({ provider, settings, base, ownStorage, ownConsole }, use) => {
    const storage = await ownStorage()
    await trustProvider(storage, provider)
    const console = await ownConsole({ storage, env: { COOPERAGE_SESSION_HOURS: '1' } })
    // Its port is part of the callback address.
    await console.end()
    const proxy = base === '' ? undefined : await startPrefixProxy(console.url, base)
    const url = proxy?.url ?? console.url
    await console.start({
      COOPERAGE_OIDC_DISCOVERY_URL: provider.configUrl,
      COOPERAGE_OIDC_CLIENT_ID: provider.clientId,
      COOPERAGE_OIDC_CLIENT_SECRET: provider.clientSecret,
      COOPERAGE_OIDC_CALLBACK_URL: `${url.replace('127.0.0.1', '[HOSTNAME]')}/oauth_callback`,
      COOPERAGE_OIDC_SCOPES: 'openid,offline_access',
      COOPERAGE_OIDC_DISPLAY_NAME: 'Our Provider',
      ...(proxy && { COOPERAGE_TRUSTED_PROXIES: 'loopback' }),
      ...settings,
    })
    await use({ url })
    await proxy?.close()
  },
})

test.describe('behind a reverse proxy below a path', () => {
  test.use({ base: '/storage' })

  test(
    'a visitor signs in at the provider, returns to their page, and signs out at both',
    ON_MINIO_TOO,
    async ({ page, console, provokes }) => {
      provokes(401)
      await page.goto(`${console.url}/users`)
      await expect(page.getByRole('link', { name: 'Login with SSO' })).toBeVisible()
      await expectAccessibleInBothThemes(page)
      await page.getByRole('link', { name: 'Login with SSO' }).click()
      await signInAtProvider(page, 'ada')
      await page.getByRole('button', { name: 'Continue' }).click()

      await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
      await expect(page).toHaveURL(`${console.url}/users`)
      await page.getByRole('button', { name: 'Signed in as Ada Lovelace' }).click()
      await expect(page.getByText('Signed in with Our Provider')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Logout' }).click()
      // The provider asks whether to sign out there too.
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(`${console.url}/login`)
      await expect(page.getByRole('link', { name: 'Login with SSO' })).toBeVisible()
    },
  )
})

/** Nothing listens there. */
const UNREACHABLE = {
  COOPERAGE_OIDC_DISCOVERY_URL_PARTNER: 'http://127.0.0.1:9/.well-known/openid-configuration',
  COOPERAGE_OIDC_CLIENT_ID_PARTNER: 'console',
  COOPERAGE_OIDC_CALLBACK_URL_PARTNER: 'http://[HOSTNAME]/oauth_callback',
  COOPERAGE_OIDC_DISPLAY_NAME_PARTNER: 'Partner',
}

test.describe('with a second provider, which is down', () => {
  test.use({ settings: UNREACHABLE })

  test('a refused consent and an identity without a policy are explained on the way back', async ({
    page,
    console,
    provokes,
  }) => {
    provokes(401)
    await page.goto(`${console.url}/login`)
    await expect(page.getByRole('alert')).toContainText('Partner can’t be reached')
    await expect(page.getByRole('button', { name: 'Login with Partner' })).toBeDisabled()
    await page.getByRole('link', { name: 'Login with Our Provider' }).click()
    await signInAtProvider(page, 'nobody')
    await page.getByRole('button', { name: 'Cancel' }).click()

    await expect(page.getByRole('heading', { name: 'IDP Error:' })).toBeVisible()
    await expect(page.getByText('access_denied')).toBeVisible()
    await expect(page.getByText('The visitor refused to share their identity')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to sign-in' }).click()

    await page.getByRole('link', { name: 'Login with Our Provider' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert').first()).toContainText(
      'Our Provider confirmed your account, but doesn’t assign you a policy',
    )
    await expect(page).toHaveURL(`${console.url}/login`)
    await page.getByRole('button', { name: 'Use an access key' }).click()
    await expect(page.getByLabel('Username')).toBeVisible()
  })
})

/** Ten minutes before the end of the shortest possible session, by the clock of the browser. */
const UNTIL_ENDING = '00:51:00'

test(
  'a session is renewed automatically, then in a window of the provider, while an upload continues',
  STRESS,
  async ({ page, context, console, provider, provokes }) => {
    provokes(401)
    await page.clock.install()
    await page.goto(`${console.url}/login`)
    await page.getByRole('link', { name: 'Login with SSO' }).click()
    await signInAtProvider(page, 'ada')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await page.request.post(`${console.url}/api/v1/buckets`, { data: { name: 'photos' } })
    let connected = nextMessage(page)
    await page.goto(`${console.url}/object-browser/photos`)
    await connected
    const release = await holdCalls(page, /\/upload/)
    await uploadFiles(page, [{ name: 'deed.txt', buffer: Buffer.from('signed') }])

    const first = await context.cookies(console.url)
    connected = nextMessage(page)
    await page.clock.fastForward(UNTIL_ENDING)
    await connected
    const second = await context.cookies(console.url)
    expect(second).not.toEqual(first)
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await expect(dialog).toBeHidden()

    provider.refusesTokens(true)
    await page.clock.fastForward(UNTIL_ENDING)
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    provider.refusesTokens(false)
    const popup = context.waitForEvent('page')
    await dialog.getByRole('button', { name: 'Login with Our Provider' }).click()
    const window = await popup
    // Each sign-in with a refresh token asks for consent.
    await window.getByRole('button', { name: 'Continue' }).click()
    await window.waitForEvent('close')

    await expect(dialog).toBeHidden()
    expect(await context.cookies(console.url)).not.toEqual(second)
    await release()
    await expect(page.getByRole('row', { name: 'deed.txt' })).toBeVisible()
  },
)

/** Resolves when the page has the end of its session; its clock may be moved from then on. */
async function nextMessage(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived')
}
