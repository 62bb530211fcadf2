/** What every page has around it, and the pages that need no storage. */
import { text } from '../text.ts'
import { button, type Scene } from './scene.ts'

export const SHELL_SCENES: readonly Scene[] = [
  { name: 'license', path: '/license' },
  {
    name: 'license-agpl',
    path: '/license',
    act: async (page) => {
      await button(page, 'Read the AGPL v3').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'menu',
    path: '/object-browser',
    act: async (page, isPhone) => {
      if (isPhone) await button(page, text('shell:openMenu')).click()
      await button(page, 'Logout').hover()
    },
  },
  {
    name: 'menu-narrow',
    path: '/buckets',
    act: async (page, isPhone) => {
      if (!isPhone) await button(page, text('shell:narrowMenu')).click()
    },
  },
  {
    name: 'profile',
    path: '/buckets',
    act: async (page, isPhone) => {
      if (isPhone) await button(page, text('shell:openMenu')).click()
      await page.getByRole('button', { name: 'Signed in as' }).click()
      await page.getByText('Storage server').waitFor()
    },
  },
  {
    name: 'palette',
    path: '/buckets',
    act: async (page) => {
      await page.getByRole('button', { name: text('shell:palette.open') }).click()
      await page.getByRole('option', { name: 'Create Bucket' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/buckets',
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'guide', isSignedOut: true, path: '/documentation' },
  { name: 'guide-keyboard', isSignedOut: true, path: '/documentation/keyboard' },
  { name: 'api-reference', isSignedOut: true, path: '/documentation/api' },
  { name: 'not-found', path: '/no/such/page' },
]
