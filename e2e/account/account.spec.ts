/** The account page: the own password, permissions and sessions. */
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, fillLoginForm, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { text } from '../src/text.ts'

const ALL_OF_S3 = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: ['arn:aws:s3:::*'] }],
}

test(
  'a password is changed, at its own address too, and signing out everywhere ends the session of another browser',
  ON_MINIO_TOO,
  async ({ page, given, signIn, visitor, provokes }) => {
    await test.step('a password is changed, and signing out everywhere ends the session of another browser', async () => {
      provokes(401, 403)
      const { accessKey, secretKey } = await given.user(ALL_OF_S3)
      const elsewhere = await (await visitor()).newPage()
      await elsewhere.goto('/')
      await fillLoginForm(elsewhere, { accessKey, secretKey })
      await expect(elsewhere.getByRole('link', { name: 'Buckets' })).toBeVisible()

      await signIn({ keys: { accessKey, secretKey } })
      await page.goto('/account')
      await expect(page.getByText(text('account:purpose', { account: accessKey }))).toBeVisible()
      await page.getByRole('button', { name: 'Change Password' }).press('Enter')
      const form = page.getByRole('dialog', { name: 'Change Password' })
      const current = form.getByLabel('Current password', { exact: true })
      const wanted = form.getByLabel('New password', { exact: true })
      const again = form.getByLabel('Retype new password', { exact: true })
      const save = form.getByRole('button', { name: 'Save' })
      await expect(current).toBeFocused()
      await expect(save, 'all three fields are needed').toHaveAttribute('aria-disabled', 'true')
      await current.fill('not the password')
      await wanted.fill('1234567')
      await again.fill('1234567')
      await expect(save).toHaveAccessibleDescription('Passwords must be at least 8 characters long')
      await wanted.fill('my next password')
      await expect(form.getByText("New passwords don't match")).toBeVisible()
      await expect(save).toHaveAccessibleDescription("New passwords don't match")
      await again.fill('my next password')
      await expectAccessible(page)
      await save.click()
      await expect(form.getByText('The current password is wrong. Your password wasn’t changed.')).toBeVisible()
      await current.fill(secretKey)
      await again.press('Enter')
      const changed = page.getByRole('dialog', { name: text('account:password.changed') })
      await expect(changed).toBeVisible()
      await expectAccessible(page)
      await changed.getByRole('button', { name: 'Done' }).click()

      await page.getByRole('link', { name: 'Permissions' }).click()
      await expect(page.getByRole('heading', { name: text('effective:title.me') })).toBeVisible()
      await page.getByRole('link', { name: 'Sessions' }).click()
      await expect(page.getByText('3 sessions')).toBeVisible()
      await expect(page.getByRole('row').filter({ hasText: 'This session' })).toHaveCount(1)
      await expectAccessibleInBothThemes(page)
      await elsewhere.reload()
      await expect(elsewhere.getByRole('link', { name: 'Buckets' }), 'the other session continues').toBeVisible()

      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      const question = page.getByRole('dialog', { name: 'Sign out everywhere' })
      await expect(question).toBeVisible()
      await expectAccessible(page)
      await question.getByRole('button', { name: 'Sign out everywhere' }).click()
      await expect(page).toHaveURL('/login')
      await expect(page.getByText(text('account:everywhere.done'))).toBeVisible()
      await expect(elsewhere, 'without being reloaded').toHaveURL('/login')
      await expect(elsewhere.getByText('Your session has ended.')).toBeVisible()

      await fillLoginForm(page, { accessKey, secretKey })
      await expect(page.getByRole('alert')).toContainText('The username or the password is wrong.')
      await fillLoginForm(page, { accessKey, secretKey: 'my next password' })
      await expect(page.getByRole('link', { name: 'Buckets' })).toBeVisible()
    })

    await test.step('the password has its own address, where it can be changed', async () => {
      await signIn({ keys: await given.user(ALL_OF_S3) })
      await page.goto('/account/change-password')
      await expect(page).toHaveURL('/account/change-password')
      const form = page.getByRole('dialog', { name: 'Change Password' })
      await form.getByRole('button', { name: 'Generate' }).click()
      const generated = await form.getByLabel('New password', { exact: true }).inputValue()
      await expect(form.getByLabel('Retype new password', { exact: true })).toHaveValue(generated)
      await page.keyboard.press('Escape')
      await expect(page).toHaveURL('/account')
      await expect(page.getByRole('button', { name: 'Change Password' })).toBeVisible()

      await signIn()
      await page.goto('/account/change-password')
      await expect(page, 'root has no such page').not.toHaveURL('/account/change-password')
      await visit(page, '/account')
      await expect(page.getByText(text('account:password.elsewhere.root'))).toBeVisible()
      await expect(page.getByRole('button', { name: 'Change Password' })).toBeHidden()
    })
  },
)
