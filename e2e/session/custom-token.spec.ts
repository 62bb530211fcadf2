/** Sign-in with a token of the identity plugin, which only MinIO has. */
import {
  type IdentityPlugin,
  type StorageServer,
  startIdentityPlugin,
  startMinio,
  targetKind,
} from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test as journey, ON_MINIO_TOO } from '../src/journey.ts'
import { text } from '../src/text.ts'

const [FIRST, SECOND] = ['the-first-token-of-ada', 'the-second-token-of-ada']
/** Ten minutes before the end of the shortest possible session, by the clock of the browser. */
const UNTIL_ENDING = '00:51:00'

const test = journey.extend<{ plugin: IdentityPlugin; minio: StorageServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner demands a pattern and reads the needed fixtures from it
  plugin: async ({}, use) => {
    const plugin = await startIdentityPlugin({ [FIRST]: 'ada', [SECOND]: 'ada' })
    await use(plugin)
    await plugin.stop()
  },
  minio: async ({ plugin }, use) => {
    const storage = await startMinio(plugin.minio)
    await use(storage)
    await storage.stop()
  },
})

if (targetKind() === 'minio') {
  test(
    'a visitor signs in with a token, and again with a new one before the session ends',
    ON_MINIO_TOO,
    async ({ page, context, plugin, minio, ownConsole, provokes }) => {
      provokes(401)
      const { url } = await ownConsole({
        storage: minio,
        env: {
          COOPERAGE_SESSION_HOURS: '1',
          COOPERAGE_CUSTOM_TOKEN_ROLE_ARN: plugin.roleArn,
          COOPERAGE_CUSTOM_TOKEN_NAME: 'Company token',
        },
      })
      await page.clock.install()
      await page.goto(`${url}/login`)
      await page.getByRole('button', { name: 'Use a token' }).click()
      const token = page.getByLabel('Company token', { exact: true })
      await token.fill('guessed')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toContainText('unknown token')
      await expectAccessible(page)
      await token.fill(FIRST)
      const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
      await page.keyboard.press('Enter')
      await connected
      await page.getByRole('button', { name: 'Signed in as' }).click()
      await expect(page.getByText(text('shell:ways.customToken'))).toBeVisible()
      await page.keyboard.press('Escape')

      const before = await context.cookies()
      await page.clock.fastForward(UNTIL_ENDING)
      const dialog = page.getByRole('dialog', { name: 'Sign in again' })
      await expect(dialog.getByLabel('Company token', { exact: true })).toBeFocused()
      await page.keyboard.type(SECOND)
      await page.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      expect(await context.cookies()).not.toEqual(before)
    },
  )
}
