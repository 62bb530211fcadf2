/** Users and groups. */
import type { Page } from '@playwright/test'
import { SHOWN_BUCKET } from '../sample-data.ts'
import { permissionError, text } from '../text.ts'
import { button, rowAction, type Scene } from './scene.ts'

const seesSummaries = (page: Page) => page.getByRole('row', { name: 'studio' }).getByText('Enabled').waitFor()

export const USER_SCENES: readonly Scene[] = [
  { name: 'users', path: '/users' },
  {
    name: 'users-selected',
    path: '/users',
    act: async (page, isPhone) => {
      for (const name of ['jonas.weber', 'priya.raman']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      }
      await button(page, isPhone ? 'More actions' : 'Disable').waitFor()
    },
  },
  {
    name: 'users-case',
    path: '/users',
    act: (page) => page.getByPlaceholder('Search Users').fill('Ann'),
  },
  {
    name: 'user-create',
    path: '/users',
    act: async (page) => {
      await button(page, 'Create User').click()
      await page.getByLabel('Access Key').fill('lena.fischer')
      await page.getByRole('checkbox', { name: 'Select photographers' }).click()
      await button(page, 'Generate').click()
    },
  },
  {
    name: 'user-created-partly',
    path: '/users',
    act: async (page) => {
      // For a picture, the user need not be created.
      await page.route('**/api/v1/users', async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fulfill({ status: 201, json: {} })
      })
      await page.route('**/api/v1/users-groups-bulk', (route) => {
        const message = permissionError('admin:AddUserToGroup')
        return route.fulfill({
          status: 403,
          json: { code: 'AccessDenied', message, detailedMessage: '', requestId: '' },
        })
      })
      await page.route('**/api/v1/set-policy/**', (route) => route.fulfill({ status: 204 }))
      await button(page, 'Create User').click()
      await page.getByLabel('Access Key').fill('lena.fischer')
      await page.getByRole('checkbox', { name: 'Select photographers' }).click()
      await page.getByRole('checkbox', { name: 'Select readonly' }).click()
      await button(page, 'Generate').click()
      await button(page, 'Save').click()
      await page.getByText(text('users:created.partly', { name: 'lena.fischer' })).waitFor()
    },
  },
  {
    name: 'user-delete',
    path: '/users',
    act: async (page, isPhone) => {
      if (isPhone) {
        await button(page, 'Actions for priya.raman').click()
        await page.getByRole('menuitem', { name: 'Delete' }).click()
      } else await button(page, 'Delete priya.raman').click()
      const dialog = page.getByRole('dialog', { name: 'Delete User priya.raman' })
      // Its groups and its keys are asked for when the dialog opens.
      await dialog.getByText('photographers').waitFor()
      await dialog.getByText(text('users:deletion.noKeys')).waitFor()
    },
  },
  {
    name: 'users-policies',
    path: '/users',
    act: async (page) => {
      for (const name of ['backup-agent', 'jonas.weber', 'priya.raman']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      }
      await button(page, 'Set Policies').click()
      await page.getByRole('checkbox', { name: 'Select readonly' }).click()
      await page
        .getByRole('list', { name: text('setPolicies:preview.gained') })
        .first()
        .scrollIntoViewIfNeeded()
    },
  },
  { name: 'groups', path: '/groups', act: seesSummaries },
  {
    name: 'group-create',
    path: '/groups',
    act: async (page) => {
      await button(page, 'Create Group').click()
      await page.getByLabel('Group name').fill('retouchers')
      await page.getByRole('checkbox', { name: 'Select priya.raman' }).click()
    },
  },
  {
    name: 'group-edit',
    path: '/groups',
    act: async (page) => {
      await page.getByRole('row', { name: 'photographers' }).getByText('photographers').click()
      await button(page, 'Edit Group').click()
      await page.getByRole('checkbox', { name: 'Select jonas.weber' }).click()
      await page.getByRole('switch', { name: 'Enabled' }).click()
    },
  },
  {
    name: 'group-set-groups',
    path: '/groups',
    act: async (page, isPhone) => {
      await rowAction(page, 'Set Groups', 'photographers', isPhone)
      await page.getByRole('checkbox', { name: 'Select studio' }).click()
    },
  },
  {
    name: 'group-policies',
    path: '/groups',
    act: async (page, isPhone) => {
      await rowAction(page, 'Set Policies', 'photographers', isPhone)
      await page.getByRole('checkbox', { name: 'Select database-backups' }).click()
      await page.getByRole('checkbox', { name: 'Select readwrite' }).click()
      await page.getByRole('list', { name: text('setPolicies:preview.lost') }).waitFor()
    },
  },
  {
    name: 'group-permissions',
    path: '/groups',
    act: async (page, isPhone) => {
      await rowAction(page, 'Permissions', 'photographers', isPhone)
      await page.getByRole('heading', { name: text('effective:title.group', { name: 'photographers' }) }).waitFor()
    },
  },
  {
    name: 'group-delete',
    path: '/groups',
    act: async (page, isPhone) => {
      await rowAction(page, 'Delete', 'photographers', isPhone)
      await button(page, text('groups:deletion.removeAndDelete')).waitFor()
    },
  },
  {
    name: 'users-groups',
    path: '/users',
    act: async (page) => {
      for (const name of ['jonas.weber', 'priya.raman']) {
        await page.getByRole('checkbox', { name: `Select ${name}` }).click()
      }
      await button(page, 'Add to Group').click()
      await page.getByRole('checkbox', { name: 'Select photographers' }).click()
    },
  },
  ...['', 'service-accounts', 'policies', 'permissions'].map((tab) => ({
    name: `user-page-${tab || 'groups'}`,
    path: `/users/freelance%2Fmira?tab=${tab}`,
    act: async (page: Page) => {
      if (tab === 'policies') await page.getByRole('row', { name: 'freelance' }).waitFor()
    },
  })),
  { name: 'user-page-grants', path: '/users/backup-agent?tab=grants', act: showGrants },
  {
    name: 'grant-change',
    path: '/users/backup-agent?tab=grants',
    act: async (page, isPhone) => {
      await showGrants(page)
      await rowAction(page, 'Change', `${SHOWN_BUCKET}/selects/`, isPhone)
      await page.getByRole('dialog').getByLabel('Access', { exact: true }).selectOption('Manage')
      await page.getByRole('list', { name: 'Gained' }).waitFor()
    },
  },
  {
    name: 'grant-bucket',
    path: '/buckets',
    act: async (page) => {
      await button(page, `Actions for ${SHOWN_BUCKET}`).click()
      await page.getByRole('menuitem', { name: 'Grant access' }).click()
      await page.getByRole('list', { name: 'Granted so far' }).waitFor()
    },
  },
  {
    name: 'user-page-filtered',
    path: '/users/freelance%2Fmira?tab=permissions',
    act: async (page) => {
      await page.getByLabel(text('effective:filter')).selectOption(text('effective:filters.write'))
    },
  },
  {
    name: 'user-page-check',
    path: '/users/freelance%2Fmira?tab=permissions',
    act: (page) => button(page, text('effective:check')).click(),
  },
  { name: 'user-page-disabled', path: '/users/old-website?tab=permissions' },
  { name: 'user-page-admin', path: '/users/ann.lindqvist?tab=permissions' },
  { name: 'user-page-missing', path: '/users/nobody' },
  {
    name: 'user-page-set-groups',
    path: '/users/freelance%2Fmira',
    act: async (page) => {
      await button(page, 'Add to Groups').click()
      await page.getByRole('checkbox', { name: 'Select studio' }).click()
      await page.getByRole('checkbox', { name: 'Select photographers' }).click()
    },
  },
  {
    name: 'user-page-create-key',
    path: '/users/freelance%2Fmira?tab=service-accounts',
    act: async (page) => {
      await button(page, 'Create service account').click()
      await page.getByRole('switch', { name: text('accessKeys:form.ownKeys') }).click()
    },
  },
  {
    name: 'user-page-password',
    path: '/users/freelance%2Fmira',
    act: async (page) => {
      await button(page, 'Change Password').click()
      await page.getByRole('dialog').getByLabel(text('userPage:password.new'), { exact: true }).fill('short')
    },
  },
]

/** Grants some access, and shows it. */
async function showGrants(page: Page): Promise<void> {
  const api = `${new URL(page.url()).origin}/api/v1/access-grants`
  const grants = [
    { bucket: SHOWN_BUCKET, prefix: 'selects/', access: 'readWrite', until: '' },
    {
      bucket: SHOWN_BUCKET,
      prefix: 'raw/',
      access: 'upload',
      until: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    },
  ]
  const change = { entityType: 'user', entityName: 'backup-agent', grants }
  const preview = await page.request.post(`${api}/preview`, { data: change })
  const { before } = (await preview.json()) as { before: string }
  await page.request.put(api, { data: { ...change, previous: before } })
  await page.reload()
  await page.getByRole('row', { name: 'raw/' }).waitFor()
}
