/** The account of the visitor. */
import { ACCOUNT_SECRET } from '@cooperage/testkit'
import { button, type Scene } from './scene.ts'

export const ACCOUNT_SCENES: readonly Scene[] = [
  { name: 'account', path: '/account' },
  { name: 'account-permissions', path: '/account?tab=permissions' },
  { name: 'account-sessions', path: '/account?tab=sessions' },
  {
    name: 'account-create',
    path: '/account',
    act: async (page) => {
      await button(page, 'Create service account').click()
      await page.getByLabel('Expires').selectOption({ label: 'On a date' })
      await page.getByRole('switch', { name: 'Restrict with a policy' }).click()
      await page.getByRole('textbox', { name: 'Policy' }).waitFor()
    },
  },
  {
    name: 'account-created',
    path: '/account',
    act: async (page) => {
      await button(page, 'Create service account').click()
      await page.getByRole('dialog').getByLabel('Name').fill('nightly-backup')
      await button(page, 'Create').click()
      await page.getByRole('dialog', { name: 'New service account created' }).waitFor()
    },
  },
  {
    name: 'account-password',
    path: '/account',
    by: { accessKey: 'jonas.weber', secretKey: ACCOUNT_SECRET },
    act: async (page) => {
      await button(page, 'Change Password').click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Current password', { exact: true }).fill(ACCOUNT_SECRET)
      await dialog.getByLabel('New password', { exact: true }).fill('harbour-crane-41')
      await dialog.getByLabel('Retype new password', { exact: true }).fill('other')
    },
  },
  {
    name: 'account-everywhere',
    path: '/account?tab=sessions',
    act: async (page) => {
      await button(page, 'Sign out everywhere').click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
