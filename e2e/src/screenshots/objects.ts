/** Folders and objects of a bucket, and the jobs on them. */
import type { Page } from '@playwright/test'
import { text } from '../text.ts'
import { button, FOLDER, LOCKED_FOLDER, type Scene } from './scene.ts'

async function createFolder(page: Page): Promise<void> {
  await button(page, 'Create Folder').click()
  await page.getByRole('dialog').waitFor()
}

export const OBJECT_SCENES: readonly Scene[] = [
  {
    name: 'row-actions',
    signedIn: true,
    path: FOLDER,
    act: async (page, isPhone) => {
      if (isPhone) await button(page, 'Actions for cover.jpg').click()
      else await page.getByRole('row').filter({ hasText: 'cover.jpg' }).hover()
    },
  },
  {
    name: 'copying-move',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await button(page, 'Actions for cover.jpg').click()
      await page.getByRole('menuitem', { name: 'Move' }).click()
      const dialog = page.getByRole('dialog', { name: 'Move cover.jpg' })
      await dialog.getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'copying-rename',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await button(page, 'Actions for cover.jpg').click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel(text('copying:rename.name')).fill('a/b')
    },
  },
  {
    name: 'copying-menu',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await button(page, 'Selected').click()
      await page.getByRole('menuitem', { name: 'Move' }).waitFor()
    },
  },
  {
    name: 'copying-metadata',
    signedIn: true,
    path: `${FOLDER}cover.jpg`,
    act: async (page) => {
      await button(page, 'Edit metadata').click()
      await page.getByRole('dialog').getByLabel('Expires').fill('soon')
    },
  },
  {
    name: 'search-below',
    signedIn: true,
    path: `${FOLDER}?search=img`,
    act: (page) => page.getByText('IMG_0412.dng').waitFor(),
  },
  {
    name: 'go-to',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await button(page, text('goTo:title')).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  ...['Tags', 'Retention'].map((entry) => ({
    name: `bulk-${entry.toLowerCase()}`,
    signedIn: true,
    path: entry === 'Tags' ? FOLDER : LOCKED_FOLDER,
    act: async (page: Page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await button(page, 'Selected').click()
      await page.getByRole('menuitem', { name: entry }).click()
      const dialog = page.getByRole('dialog', { name: entry })
      if (entry === 'Tags') await dialog.getByLabel('Key 1').fill('<team>')
      else
        await dialog.getByLabel(text('bulk:retention.how')).selectOption({ label: text('bulk:retention.governance') })
    },
  })),
  {
    name: 'job-failures',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      const message = 'The object is on legal hold. Turn the hold off, then try again.'
      const failed = ['2024/lisbon/tram-28.jpg', '2024/lisbon/tram-12.jpg'].map((path) => ({ path, message }))
      // For a picture, nothing has to be deleted.
      await page.route(/\/delete-objects/, (route) =>
        route.fulfill({ json: { deleted: 1248, skipped: 0, failed, alsoFailed: 0 } }),
      )
      await page.getByRole('checkbox', { name: 'Select 2024' }).check()
      await button(page, 'Delete Selected').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await button(page, text('jobs:show')).click()
    },
  },
  { name: 'object-browser', signedIn: true, path: '/object-browser' },
  { name: 'folder', signedIn: true, path: FOLDER },
  {
    name: 'folder-selected',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await page.getByRole('checkbox', { name: 'Select credits.txt' }).check()
    },
  },
  {
    name: 'delete-selected',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await page.getByRole('checkbox', { name: 'Select credits.txt' }).check()
      await button(page, 'Delete Selected').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'jobs',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await page.getByRole('checkbox', { name: 'Select credits.txt' }).check()
      await button(page, 'Selected').click()
      await page.getByRole('menuitem', { name: 'Tags' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('switch', { name: 'Run on the server' }).check()
      await dialog.getByLabel('Key 1').fill('album')
      await dialog.getByLabel('Value 1').fill('june')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.goto(new URL('/jobs', page.url()).href)
      await page.getByText('Done', { exact: true }).first().waitFor()
    },
  },
  { name: 'create-folder', signedIn: true, path: FOLDER, act: createFolder },
  { name: 'folder-empty', signedIn: true, path: `${FOLDER}2027/` },
  { name: 'object-address', signedIn: true, path: `${FOLDER}cover.jpg` },
  { name: 'bucket-missing', signedIn: true, path: '/object-browser/no-such-bucket/' },
]
