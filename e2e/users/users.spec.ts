/** The list of users: onboarding a user, and changes of several users together. */
import { accountsOf, uniqueName } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '../src/accessibility.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { choose } from '../src/lists.ts'
import { rowOf } from '../src/object-browser.ts'
import { errorText, permissionError, text } from '../src/text.ts'

const button = (scope: Page | Locator, name: string) => scope.getByRole('button', { name, exact: true })
const search = (page: Page) => page.getByPlaceholder('Search Users')

/** Refuses the next call of this kind, as a server does whose policies have changed. */
async function refuseOnce(page: Page, path: string, method: string): Promise<void> {
  const message = permissionError('admin:AddUserToGroup')
  let isRefused = false
  await page.route(
    (url) => url.pathname.endsWith(path),
    async (route) => {
      if (isRefused || route.request().method() !== method) return await route.fallback()
      isRefused = true
      await route.fulfill({ status: 403, json: { code: 'AccessDenied', message, detailedMessage: '', requestId: '' } })
    },
  )
}

test(
  'users are created with a group and a policy, changed together and deleted, each with its outcome',
  ON_MINIO_TOO,
  async ({ page, storage, signIn, provokes, browser, sharedConsole }) => {
    await test.step('a user is created with a group and a policy, and signs in with the generated secret key', async () => {
      provokes(403, 409)
      const accounts = accountsOf(storage)
      const taken = await accounts.user('readonly')
      const group = await accounts.group([], 'readonly')
      const name = uniqueName('ann/lee')
      await signIn()
      await page.goto('/')
      await page.getByRole('link', { name: 'Users' }).click()
      await expect(page).toHaveURL('/users')
      await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible()
      await expect(page.getByRole('columnheader', { name: 'Access Key' })).toBeVisible()

      await button(page, 'Create User').click()
      const dialog = page.getByRole('dialog', { name: 'Create User' })
      const save = button(dialog, 'Save')
      await expect(save).toHaveAccessibleDescription(text('users:form.accessKeyMissing'))
      await dialog.getByLabel('Access Key').fill(taken.accessKey)
      await expect(save).toHaveAccessibleDescription(text('users:form.secretKeyMissing'))
      const secretKey = dialog.getByLabel('Secret Key', { exact: true })
      await secretKey.fill('1234567')
      await expect(save).toHaveAccessibleDescription('Passwords must be at least 8 characters long')
      await button(dialog, 'Generate').click()
      const generated = await secretKey.inputValue()
      await choose(dialog, 'Search Groups', group)
      await choose(dialog, 'Search Policies', 'writeonly')
      await expectAccessible(page)
      await save.click()
      await expect(dialog.getByText(errorText('UserExists', { user: taken.accessKey }))).toBeVisible()
      await expect(dialog.getByLabel('Access Key')).toBeFocused()

      // The groups fail, and only they are retried.
      await refuseOnce(page, '/users-groups-bulk', 'PUT')
      await dialog.getByLabel('Access Key').fill(name)
      await save.click()
      const steps = dialog.getByRole('list', { name: text('users:created.steps') }).getByRole('listitem')
      await expect(steps).toHaveCount(3)
      await expect(steps.filter({ hasText: 'Groups' })).toContainText('admin:AddUserToGroup')
      await expect(steps.filter({ hasText: 'Policies' })).toContainText('Done')
      await expectAccessible(page)
      await button(dialog, 'Retry').click()
      const created = page.getByRole('dialog', { name: text('users:created.title', { name }) })
      await expect(created.getByLabel('Secret Key', { exact: true })).toHaveValue(generated)
      await button(created, 'Done').click()
      await search(page).fill(name)
      await expect(rowOf(page, name)).toContainText('writeonly')
      await expect(rowOf(page, name)).toContainText(group)
      const view = rowOf(page, name).getByRole('link', { name: 'View' })
      const [tab] = await Promise.all([page.context().waitForEvent('page'), view.click({ button: 'middle' })])
      await expect(tab, 'in a tab of its own').toHaveURL(`/users/${encodeURIComponent(name)}`)
      await tab.close()
      await view.click()
      await expect(page).toHaveURL(`/users/${encodeURIComponent(name)}`)

      const context = await browser.newContext()
      const login = { data: { accessKey: name, secretKey: generated } }
      const response = await context.request.post(`${sharedConsole.url}/api/v1/login`, login)
      expect(response.status()).toBe(201)
      const session = await context.request.get(`${sharedConsole.url}/api/v1/session`)
      expect(await session.json()).toMatchObject({ accountName: name })
      await context.close()
    })

    await test.step('several users are added to a group, disabled and deleted, each with its outcome', async () => {
      provokes(403)
      const accounts = accountsOf(storage)
      const mark = uniqueName('Team')
      const admin = await accounts.named(`${mark}-admin`, 'consoleAdmin')
      const ann = await accounts.named(`${mark}-ann`, 'readonly')
      const bob = await accounts.named(`${mark.toLowerCase()}-bob`)
      const group = await accounts.group([])
      await signIn({ keys: admin })
      await page.goto('/users')
      await expect(button(page, 'Create User')).toBeVisible()
      await expect(button(page, 'Add to Group'), 'before something is selected').toHaveCount(0)

      // Case counts, and a hint says what it hides.
      await search(page).fill(mark)
      await expect(page.getByText('2 users', { exact: true })).toBeVisible()
      await search(page).fill(mark.toUpperCase())
      await expect(page.getByText(text('shared:noMatchTitle'))).toBeVisible()
      await button(page, 'Match any case').click()
      await expect(page.getByText('3 users', { exact: true })).toBeVisible()
      const remove = page.getByRole('button', { name: `Delete ${admin.accessKey}` })
      await expect(remove).toHaveAccessibleDescription(text('users:ownDelete'))
      await expectAccessibleInBothThemes(page)

      // With the keyboard alone.
      await rowOf(page, ann.accessKey).focus()
      await page.keyboard.press('Space')
      await rowOf(page, bob.accessKey).focus()
      await page.keyboard.press('Space')
      await button(page, 'Add to Group').focus()
      await page.keyboard.press('Enter')
      const groups = page.getByRole('dialog', { name: text('groups:setGroups.titleMany_other', { number: 2 }) })
      await choose(groups, 'Search Groups', group)
      await button(groups, 'Save').click()
      await button(page.getByRole('dialog'), text('groups:setGroups.close')).click()
      await expect(rowOf(page, ann.accessKey)).toContainText(group)
      await expect(rowOf(page, bob.accessKey)).toContainText(group)

      // The visitor's own user is left out, and what fails is retried.
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      const bar = page.getByRole('group', { name: text('shared:selection.label') })
      await expect(bar).toContainText(text('shared:pickList.selected_other', { number: 3 }))
      await button(bar, 'Disable').click()
      const disable = page.getByRole('dialog', { name: text('users:bulk.disable.title_other', { number: 2 }) })
      await expect(disable).toContainText(text('users:bulk.skipped', { name: admin.accessKey }))
      await refuseOnce(page, '/api/v1/user', 'PUT')
      await button(disable, 'Disable').click()
      await expect(disable.getByText(text('users:bulk.disable.failed_one', { number: 1 }))).toBeVisible()
      await expect(disable.getByRole('listitem').filter({ hasText: 'Disabled' })).toHaveCount(1)
      await expectAccessible(page)
      await button(disable, 'Retry').click()
      await expect(disable).toBeHidden()
      await page.getByLabel('Filter by status').selectOption('Disabled')
      await expect(page.getByText('2 users', { exact: true })).toBeVisible()

      // On a phone.
      await page.setViewportSize({ width: 390, height: 800 })
      await expectAccessible(page)
      await page.getByRole('button', { name: `Actions for ${ann.accessKey}` }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      const one = page.getByRole('dialog', { name: text('users:deletion.title', { name: ann.accessKey }) })
      await expect(one).toContainText(group)
      await expect(one).toContainText(text('users:deletion.noKeys'))
      await button(one, 'Delete').click()
      await expect(rowOf(page, ann.accessKey)).toHaveCount(0)
      await page.getByRole('checkbox', { name: 'Select all' }).click()
      await button(bar, text('shared:selection.more')).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await button(page.getByRole('dialog'), 'Delete').click()
      await expect(page.getByText(text('users:bulk.delete.all_one', { number: 1 }))).toBeVisible()
      await expect(rowOf(page, bob.accessKey)).toHaveCount(0)
    })
  },
)
