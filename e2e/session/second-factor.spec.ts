/** Second factors: an administrator requires them, and a user sets up an app and a passkey, uses both, and is reset. */
import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, fillLoginForm, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { text } from '../src/text.ts'

const ALL_OF_S3 = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
}

/** The current code of an authenticator app with this secret. */
function codeOf(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(step).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}

/** A device that keeps passkeys, and whose user always agrees. */
async function addDevice(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test(
  'a required factor is set up at the sign-in, a passkey beside it, and an administrator resets both',
  ON_MINIO_TOO,
  async ({ page, given, signIn, visitor, ownConsole, provokes }) => {
    provokes(401, 403)
    const url = (await ownConsole()).url.replace('127.0.0.1', 'localhost')
    const { accessKey, secretKey } = await given.user(ALL_OF_S3)
    const user = await (await visitor({ baseURL: url })).newPage()

    await test.step('an administrator requires factors', async () => {
      await signIn({ at: url })
      await page.goto(`${url}/identity-providers?tab=factors`)
      await expect(page.getByRole('radio', { name: 'Off' })).toBeChecked()
      const save = page.getByRole('button', { name: 'Save' })
      await expect(save).toHaveAccessibleDescription(text('secondFactor:admin.unchanged'))
      await page.getByRole('radio', { name: 'Required' }).check()
      await expectAccessibleInBothThemes(page)
      await save.click()
      await expect(page.getByText(text('secondFactor:admin.changed'))).toBeVisible()
    })

    let codes: string[] = []
    await test.step('a user sets up an app to sign in, and gets recovery codes', async () => {
      await addDevice(user)
      await user.goto('/')
      await fillLoginForm(user, { accessKey, secretKey })
      await expect(user.getByText(text('secondFactor:missing'))).toBeVisible()
      await expectAccessible(user)
      await user.getByRole('button', { name: 'Add authenticator app' }).click()
      await expect(user.getByRole('img', { name: text('secondFactor:app.image') })).toBeVisible()
      const secret = await user.getByLabel('Secret', { exact: true }).inputValue()
      await expectAccessibleInBothThemes(user)
      const code = user.getByLabel(text('secondFactor:code'))
      await code.fill('000000')
      await user.getByRole('button', { name: 'Continue' }).click()
      await expect(user.getByRole('alert')).toContainText('This code is wrong')
      await code.fill(codeOf(secret))
      await user.getByRole('button', { name: 'Continue' }).click()
      const list = user.getByRole('list', { name: 'Recovery codes' })
      await expect(list.getByRole('listitem')).toHaveCount(10)
      codes = await list.getByRole('listitem').allTextContents()
      await expectAccessible(user)
      await user.getByRole('button', { name: 'Continue' }).click()
      await expect(user.getByRole('link', { name: 'Buckets' })).toBeVisible()
    })

    await test.step('the user adds a passkey, which needs another factor', async () => {
      await visit(user, '/account?tab=factors')
      await expect(user.getByText('10 recovery codes left')).toBeVisible()
      await expectAccessibleInBothThemes(user)
      await user.getByRole('button', { name: 'Add passkey' }).click()
      const form = user.getByRole('dialog', { name: 'Add passkey' })
      await form.getByLabel('Name').fill('Laptop')
      await form.getByRole('button', { name: text('secondFactor:use.recovery') }).click()
      await form.getByLabel('Recovery code').fill(codes[0] ?? '')
      await expectAccessible(user)
      await form.getByRole('button', { name: 'Add passkey' }).click()
      await expect(form).toBeHidden()
      await expect(user.getByRole('row').filter({ hasText: 'Laptop' })).toContainText('Passkey')
      await expect(user.getByText('9 recovery codes left')).toBeVisible()
    })

    await test.step('the passkey signs in, on a phone too, and removes the app', async () => {
      await user.setViewportSize({ width: 390, height: 844 })
      await user.context().clearCookies()
      await user.goto('/login')
      await fillLoginForm(user, { accessKey, secretKey })
      await expect(user.getByText(text('secondFactor:passkeyHint'))).toBeVisible()
      await expectAccessible(user)
      await user.getByRole('button', { name: 'Continue' }).click()
      await expect(user).toHaveURL(/buckets|browser/)
      await visit(user, '/account?tab=factors')
      await user.setViewportSize({ width: 1360, height: 850 })
      const app = user.getByRole('row').filter({ hasText: 'Authenticator app' })
      await app.getByRole('button', { name: 'Remove' }).click()
      const dialog = user.getByRole('dialog', { name: text('secondFactor:app.removeTitle') })
      await dialog.getByRole('button', { name: 'Remove' }).click()
      await expect(dialog).toBeHidden()
      await expect(app).toBeHidden()
    })

    await test.step('an administrator resets the factors of the user, whose name has to be typed', async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      const row = page.getByRole('row').filter({ hasText: accessKey })
      await row.getByRole('button', { name: 'Reset' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('button', { name: 'Reset' })).toHaveAttribute('aria-disabled', 'true')
      await dialog.getByRole('textbox').fill(accessKey)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      // Who may change users but no settings does it on the page of the user.
      await visit(page, `/users/${accessKey}`)
      const reset = async () => {
        await page.getByRole('button', { name: text('userPage:resetFactors') }).click()
        await dialog.getByRole('textbox').fill(accessKey)
        await dialog.getByRole('button', { name: 'Reset' }).click()
      }
      await reset()
      await expect(dialog).toBeHidden()
      await reset()
      await expect(dialog.getByRole('alert')).toContainText('nothing to reset')
      await expectAccessible(page)
      await user.context().clearCookies()
      await user.goto('/login')
      await fillLoginForm(user, { accessKey, secretKey })
      await expect(user.getByText(text('secondFactor:missing'))).toBeVisible()
    })
  },
)
