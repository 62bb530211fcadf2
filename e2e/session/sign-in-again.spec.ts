import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, test } from '../src/journey.ts'

/** Ten minutes before the end of the shortest possible session, by the clock of the browser. */
const UNTIL_ENDING = '00:51:00'

/** Opens the list of buckets and waits until the page has the end of the session; the clock may be moved from then on. */
async function openBuckets(page: Page, url: string): Promise<void> {
  const firstMessage = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(`${url}/buckets`)
  await firstMessage
}

test('a visitor can sign in again in place before the session ends', async ({
  page,
  context,
  given,
  storage,
  signIn,
  ownConsole,
  provokes,
}) => {
  provokes(401)
  const { url } = await ownConsole({ env: { COOPERAGE_SESSION_HOURS: '1' } })
  const bucket = await given.bucket()
  await page.clock.install()
  await signIn({ at: url })
  await openBuckets(page, url)
  const search = page.getByPlaceholder('Search Buckets')
  await search.fill(bucket)
  const before = await context.cookies()
  await page.getByRole('button', { name: 'Signed in as' }).click()
  await expect(page.getByText('in 59 min')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.clock.fastForward(UNTIL_ENDING)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toContainText('Your session ends in 8 min.')
  await expect(dialog.getByLabel('Username')).toHaveValue(storage.root.accessKey)
  const password = dialog.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expectAccessibleInBothThemes(page)

  await password.fill('a wrong password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The username or the password is wrong.')).toBeVisible()
  await password.fill(storage.root.secretKey)
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(`${url}/buckets`)
  await expect(search, 'the page keeps its content').toHaveValue(bucket)
  expect(await context.cookies()).not.toEqual(before)
  await page.getByRole('button', { name: 'Signed in as' }).click()
  await expect(page.getByText('in 59 min'), 'the new session has its full length').toBeVisible()
})

test('a visitor can decline to sign in again', async ({ page, signIn, ownConsole }) => {
  const { url } = await ownConsole({ env: { COOPERAGE_SESSION_HOURS: '1' } })
  await page.clock.install()
  await signIn({ at: url })
  await openBuckets(page, url)
  await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible()

  await page.clock.fastForward(UNTIL_ENDING)
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'Object Browser' }).click()
  await expect(page.getByRole('heading', { name: 'Object Browser', level: 1 })).toBeVisible()
  await expect(dialog).toBeHidden()
})
