/** The page of one user: what it shows, what it changes, and what others can do with the user at the same time. */
import { ACCOUNT_SECRET, accountsOf, allow, deny, uniqueName } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test, visit } from '../src/journey.ts'
import { choose } from '../src/lists.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, text } from '../src/text.ts'

const pathOf = (name: string, tab = '') => `/users/${encodeURIComponent(name)}${tab === '' ? '' : `?tab=${tab}`}`

async function openTab(page: Page, name: string): Promise<void> {
  await page
    .getByRole('navigation', { name: text('userPage:tabs.label') })
    .getByRole('link', { name })
    .click()
}

test(
  'a user with an odd name is disabled and enabled, inspected, given a new password, and deleted with its keys',
  ON_MINIO_TOO,
  async ({ page, given, storage, signIn, sharedConsole, provokes }) => {
    test.setTimeout(120_000)
    provokes(404)
    const accounts = accountsOf(storage)
    const bucket = await given.bucket('reached')
    const own = await accounts.policy(
      allow(['s3:GetObject', 's3:PutObject'], `${bucket}/\${aws:username}/*`),
      deny(['s3:DeleteObject'], '*'),
    )
    const shared = await accounts.policy(allow(['s3:*'], bucket, `${bucket}/*`))
    const user = await accounts.named(`team/ä 100% ${uniqueName('user')}`, own)
    const name = user.accessKey
    const group = await accounts.group([user], shared)
    const key = await accounts.serviceAccount(user)
    const signsIn = async (secretKey: string) => {
      const response = await fetch(`${sharedConsole.url}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accessKey: name, secretKey }),
      })
      return response.status
    }

    await signIn()
    // As in a hand-written path: the slash belongs to the name.
    await page.goto(`/users/${name.split('/').map(encodeURIComponent).join('/')}`)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(rowOf(page, group)).toBeVisible()
    const tabs = page.getByRole('navigation', { name: text('userPage:tabs.label') })
    await expect(tabs.getByRole('link')).toHaveText([
      'Groups',
      'Service Accounts',
      'Policies',
      'Granted access',
      'Permissions',
    ])
    const crumbs = page.getByRole('navigation', { name: text('shared:breadcrumbs') })
    await expect(crumbs.getByRole('link', { name: 'Users' })).toHaveAttribute('href', '/users')
    await expectAccessible(page)

    const toggle = page.getByRole('switch', { name: 'Enabled' })
    await toggle.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(text('userPage:disabled', { name }))).toBeVisible()
    await expect(toggle).not.toBeChecked()
    expect(await signsIn(ACCOUNT_SECRET)).toBe(401)
    await page.keyboard.press('Space')
    await expect(page.getByText(text('userPage:enabled', { name }))).toBeVisible()
    await expect(toggle).toBeChecked()
    await expect(rowOf(page, group), 'the groups are kept').toBeVisible()

    await page.getByRole('button', { name: 'Add to Groups' }).click()
    await page
      .getByRole('dialog', { name: text('groups:setGroups.title', { name }) })
      .getByText('Cancel')
      .click()

    await openTab(page, 'Service Accounts')
    await expect(rowOf(page, key.accessKey)).toBeVisible()
    await expect(page.getByRole('button', { name: `Delete ${key.accessKey}` })).toBeVisible()
    await page.getByRole('button', { name: 'Assign Policies' }).click()
    await page
      .getByRole('dialog', { name: text('setPolicies:title.user', { name }) })
      .getByText('Cancel')
      .click()

    await openTab(page, 'Policies')
    await expect(page.getByRole('button', { name: 'Add to Groups' })).toBeVisible()
    await rowOf(page, own).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/policies/${own}`)
    await page.goBack()

    await openTab(page, 'Permissions')
    const permissions = page.getByRole('region', { name: text('effective:title.user', { name }) })
    await expect(permissions.getByRole('listitem').filter({ hasText: `${bucket}/*` })).toContainText(
      'ListReadWriteSettings',
    )
    const policies = page.getByRole('region', { name: text('effective:policies.title') })
    await expect(policies).toContainText(text('effective:policies.group', { group }))
    await expect(policies).toContainText(`${bucket}/${name}/*`)
    await policies.getByText('JSON').first().click()
    await expect(policies).toContainText('"Effect": "Allow"')
    await expectAccessibleInBothThemes(page)
    const filter = permissions.getByLabel(text('effective:filter'))
    await filter.selectOption(text('effective:filters.delete'))
    await expect(permissions).toContainText(text('effective:nothingFiltered'))
    await filter.selectOption(text('effective:filters.write'))
    const download = page.waitForEvent('download')
    await permissions.getByRole('button', { name: text('effective:csv.save') }).click()
    const csv = (await (await (await download).createReadStream()).toArray()).join('')
    expect(csv).toContain(`${bucket}/*`)
    expect(csv).toContain('Allowed by: Statement 1 of policy ')
    await permissions.getByRole('button', { name: text('effective:check') }).click()
    const form = page.getByRole('form', { name: text('policies:tabs.simulator') })
    await expect(form.getByLabel('Username')).toHaveValue(name)

    await page.getByRole('button', { name: 'Change Password' }).click()
    const dialog = page.getByRole('dialog', { name: `Change User Password of ${name}` })
    const save = dialog.getByRole('button', { name: 'Save' })
    const [first, second] = [
      dialog.getByLabel('New password', { exact: true }),
      dialog.getByLabel('Confirm new password', { exact: true }),
    ]
    await first.fill('seven77')
    await expect(dialog.getByText('Passwords must be at least 8 characters long')).toBeVisible()
    await second.fill('seven77')
    await expect(save).toBeDisabled()
    await first.fill('a-new-password-2')
    await second.fill('')
    await expect(save, 'an empty confirmation').toBeDisabled()
    await second.fill('a-new-password-1')
    await expect(save, 'a different confirmation').toBeDisabled()
    await second.fill('a-new-password-2')
    await expectAccessible(page)
    await save.click()
    await expect(page.getByText(text('userPage:password.changedSignedOut', { name }))).toBeVisible()
    expect([await signsIn(ACCOUNT_SECRET), await signsIn('a-new-password-2')]).toEqual([401, 201])

    await page.getByRole('button', { name: 'Delete User' }).click()
    const deletion = page.getByRole('dialog', { name: text('users:deletion.title', { name }) })
    await expect(deletion.getByRole('listitem').filter({ hasText: key.accessKey })).toBeVisible()
    await expect(deletion.getByRole('listitem').filter({ hasText: group })).toBeVisible()
    await deletion.getByRole('button', { name: 'Delete' }).click()
    await expect(page).toHaveURL('/users')
    expect(await signsIn('a-new-password-2')).toBe(401)

    await visit(page, pathOf(name))
    await expect(page.getByText(errorText('NoSuchUser', { user: name }))).toBeVisible()
    await page.getByRole('link', { name: text('userPage:missing.back') }).click()
    await expect(page).toHaveURL('/users')
  },
)

test('disabled actions show the reason, and failures and concurrent deletions are reported', async ({
  page,
  storage,
  signIn,
  provokes,
}) => {
  provokes(404, 503)
  const accounts = accountsOf(storage)
  const admin = await accounts.user('consoleAdmin')
  const other = await accounts.user('readonly')
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn({ keys: admin })
  await page.goto(pathOf(admin.accessKey))
  const toggle = page.getByRole('switch', { name: 'Enabled' })
  await expect(toggle).toHaveAccessibleDescription(text('userPage:toggleOwn'))
  await toggle.press('Space')
  await expect(toggle).toBeChecked()
  await expect(page.getByRole('button', { name: 'Delete User' })).toHaveAccessibleDescription(
    text('userPage:deleteOwn'),
  )
  await expectAccessible(page)

  await visit(page, pathOf(other.accessKey, 'permissions'))
  await expect(page.getByText(text('effective:policies.direct'))).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

  await visit(page, pathOf(other.accessKey, 'policies'))
  const vanishing = await accounts.policy(allow(['s3:GetObject'], '*'))
  await page.getByRole('button', { name: text('userPage:setPolicies') }).click()
  const attaching = page.getByRole('dialog', { name: text('setPolicies:title.user', { name: other.accessKey }) })
  await choose(attaching, 'Search Policies', vanishing)
  await accounts.removePolicy(vanishing)
  await attaching.getByRole('button', { name: 'Save' }).click()
  await expect(attaching.getByText(errorText('NoSuchPolicy', { policy: vanishing }))).toBeVisible()
  await expect(attaching.getByRole('checkbox', { name: `Select ${vanishing}` })).toHaveCount(0)
  await attaching.getByRole('button', { name: 'Cancel' }).click()

  const message = 'The storage is out.'
  await page.route(/\/api\/v1\/user\?/, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    const body = { code: 'StorageError', message, detailedMessage: '', requestId: 'r' }
    return route.fulfill({ status: 503, json: body })
  })
  await toggle.press('Space')
  await expect(page.getByText(message)).toBeVisible()
  await expect(toggle).toBeChecked()

  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: text('fields:secret.generate') }).click()
  await accounts.remove(other)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(errorText('NoSuchUser', { user: other.accessKey }))).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(text('userPage:missing.title'))).toBeVisible()
})
