/** Sign-in on the pages of a real OpenID Connect provider. */

import { OPENID_PASSWORD, startOpenIdProvider, type TestOpenIdProvider, trustProvider } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import type { ConsoleProcess } from '../src/console-process.ts'
import { expect, test as journey, ON_MINIO_TOO } from '../src/journey.ts'

const ACCOUNTS = {
  ada: { policy: 'consoleAdmin', preferred_username: 'Ada Lovelace' },
  nobody: { policy: 'no-such-policy' },
}

const test = journey.extend<{ provider: TestOpenIdProvider; console: ConsoleProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
  provider: async ({}, use) => {
    const provider = await startOpenIdProvider({ accounts: ACCOUNTS })
    await use(provider)
    await provider.stop()
  },
  console: async ({ provider, ownStorage, ownConsole }, use) => {
    const storage = await ownStorage()
    await trustProvider(storage, provider)
    const console = await ownConsole({ storage, env: { COOPERAGE_SESSION_HOURS: '1' } })
    // Its port is part of the callback address.
    await console.end()
    await console.start({
      COOPERAGE_OIDC_DISCOVERY_URL: provider.configUrl,
      COOPERAGE_OIDC_CLIENT_ID: provider.clientId,
      COOPERAGE_OIDC_CLIENT_SECRET: provider.clientSecret,
      COOPERAGE_OIDC_CALLBACK_URL: `http://[HOSTNAME]:${console.port}/oauth_callback`,
      COOPERAGE_OIDC_SCOPES: 'openid',
      COOPERAGE_OIDC_DISPLAY_NAME: 'Our Provider',
    })
    await use(console)
  },
})

async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password').fill(OPENID_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Share your identity?' }).waitFor()
}

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

test('a refused consent and an identity without a policy are explained on the way back', async ({
  page,
  console,
  provokes,
}) => {
  provokes(401)
  await page.goto(`${console.url}/login`)
  await page.getByRole('link', { name: 'Login with SSO' }).click()
  await signInAtProvider(page, 'nobody')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('heading', { name: 'IDP Error:' })).toBeVisible()
  await expect(page.getByText('access_denied')).toBeVisible()
  await expect(page.getByText('The visitor refused to share their identity')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()

  await page.getByRole('link', { name: 'Login with SSO' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Our Provider knows you, but grants you no policy')
  await expect(page).toHaveURL(`${console.url}/login`)
  await page.getByRole('button', { name: 'Use an access key' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('a session is renewed in a window of the provider, and the page stays', async ({
  page,
  context,
  console,
  provokes,
}) => {
  provokes(401)
  await page.clock.install()
  await page.goto(`${console.url}/login`)
  await page.getByRole('link', { name: 'Login with SSO' }).click()
  await signInAtProvider(page, 'ada')
  const firstMessage = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await firstMessage
  const before = await context.cookies(console.url)

  await page.clock.fastForward('00:51:00')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expectAccessible(page)
  const popup = context.waitForEvent('page')
  await dialog.getByRole('button', { name: 'Login with Our Provider' }).click()
  const window = await popup
  await window.waitForEvent('close')

  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  expect(await context.cookies(console.url)).not.toEqual(before)
})
