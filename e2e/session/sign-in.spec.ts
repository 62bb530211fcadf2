import { expectAccessible } from '../src/accessibility.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect, fillLoginForm, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'

test('signs in with the root credentials and opens the first page', ON_MINIO_TOO, async ({ page, storage }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Console Login' })).toBeVisible()
  await expectAccessible(page)

  await fillLoginForm(page, storage.root)

  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectAccessible(page)
})

test('the login form is filled with the keyboard or a pointer, says what is wrong, and remembers only the username', async ({
  page,
  storage,
  provokes,
  given,
}) => {
  await test.step('offers Login only when both fields are filled', async () => {
    await page.goto('/login')
    const login = page.getByRole('button', { name: 'Login', exact: true })

    await expect(login).toBeDisabled()
    await page.getByLabel('Username').fill('somebody')
    await expect(login).toBeDisabled()
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await expect(login).toBeEnabled()
    await page.getByLabel('Username').fill('')
    await expect(login).toBeDisabled()
  })

  await test.step('disables Login while the storage is responding', async () => {
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toBeVisible()
    const release = await holdCalls(page, /\/api\/v1\/login$/)
    await fillLoginForm(page, storage.root)
    await expect(page.locator('button[type=submit]')).toBeDisabled()
    await release()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.context().clearCookies()
  })

  await test.step('says in a red banner that the password is wrong, and lets the visitor try again', async () => {
    provokes(401)
    await page.goto('/login')

    await fillLoginForm(page, { ...storage.root, secretKey: 'not the secret' })

    const banner = page.getByRole('alert')
    await expect(banner).toContainText('The username or the password is wrong.')
    await expect(page.getByLabel('Password', { exact: true }), 'selected for retyping').toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('Password', { exact: true }).fill(storage.root.secretKey)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.context().clearCookies()
  })

  await test.step('remembers the username of the last sign-in, and never the password', async () => {
    provokes(401)
    await page.goto('/login')
    await fillLoginForm(page, { accessKey: 'a-mistyped-name', secretKey: 'not the secret' })
    await expect(page.getByRole('alert')).toBeVisible()
    await fillLoginForm(page, storage.root)
    await expect(page).toHaveURL(/\/dashboard$/)

    await page.getByRole('button', { name: 'Logout' }).click()

    await expect(page.getByLabel('Username')).toHaveValue(storage.root.accessKey)
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
    const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')
    expect(kept).not.toContain(storage.root.secretKey)
    expect(kept).not.toContain(storage.root.accessKey)
  })

  await test.step('signs in with the keyboard alone', async () => {
    await page.evaluate('localStorage.clear()')
    await page.goto('/login')
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.keyboard.type(storage.root.accessKey)
    await page.keyboard.press('Tab')
    await page.keyboard.type(storage.root.secretKey)
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await page.context().clearCookies()
  })

  await test.step('sends a visitor without a session to the login page, and then to the requested page', async () => {
    provokes(401)
    const bucket = await given.bucket()
    await given.object(bucket, 'reports/2026 summary.txt')

    await page.goto(`/object-browser/${bucket}/reports/`)
    await expect(page).toHaveURL(/\/login$/)
    await fillLoginForm(page, storage.root)

    await expect(page).toHaveURL(new RegExp(`/object-browser/${bucket}/reports/$`))
    await expect(rowOf(page, '2026 summary.txt')).toBeVisible()
  })
})

test('shows the button for single sign-on when the settings choose it', async ({ page, ownConsole, provokes }) => {
  provokes(401)
  // The button doesn't need a provider that responds.
  const env = {
    COOPERAGE_LOGIN: 'sso',
    COOPERAGE_OIDC_DISCOVERY_URL: 'http://127.0.0.1:9',
    COOPERAGE_OIDC_CLIENT_ID: 'console',
    COOPERAGE_OIDC_CALLBACK_URL: 'http://[HOSTNAME]/oauth_callback',
  }
  const { url } = await ownConsole({ env })
  await page.goto(url)

  await expect(page.getByRole('button', { name: 'Login with SSO' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  await expectAccessible(page)
})

test('shows the form for operators in operator mode', async ({ page, ownConsole, provokes }) => {
  provokes(401)
  // The form doesn't need a cluster that responds.
  const env = { COOPERAGE_MODE: 'operator', COOPERAGE_KUBERNETES_URL: 'http://127.0.0.1:9' }
  const { url } = await ownConsole({ env })
  await page.goto(url)

  await expect(page.getByRole('heading', { name: 'Operator Login' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'How to sign in' })).toHaveAttribute(
    'href',
    '/documentation/operator-mode',
  )
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await expect(login).toBeDisabled()
  await page.getByLabel('JWT', { exact: true }).fill('a token')
  await expect(login).toBeEnabled()
  await expectAccessible(page)
})
