/** Folders and objects of a bucket, and the jobs on them. */
import type { Page } from '@playwright/test'
import { errorText, text } from '../text.ts'
import { button, FOLDER, LOCKED_FOLDER, rowAction, type Scene } from './scene.ts'

async function createFolder(page: Page): Promise<void> {
  await button(page, 'Create Folder').click()
  await page.getByRole('dialog').waitFor()
}

/** Opens a dialog of the menu of versions of a folder. */
function versionsDialog(name: string, entry: string): Scene {
  return {
    name,
    path: `${LOCKED_FOLDER}2026/`,
    act: async (page) => {
      await button(page, text('objects:versions.menu')).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await page.getByText(text('changeVersions:counts'), { exact: true }).waitFor()
    },
  }
}

/** Opens a dialog about the earlier version of an object. */
function versionDialog(name: string, entry: string, shown: string): Scene {
  return {
    name,
    path: `${LOCKED_FOLDER}2026/terms.txt`,
    act: async (page) => {
      const versions = page.getByRole('region', { name: 'Versions' })
      await versions
        .getByRole('button', { name: /^Actions for/ })
        .last()
        .click()
      await page.getByRole('menuitem', { name: entry }).click()
      await page.getByRole('dialog').getByText(shown).first().waitFor()
    },
  }
}

const JOB = {
  ...{ owner: 'ann.lindqvist', bucket: 'photos', items: 1, target_bucket: '', target: '', at: '', ended: '' },
  ...{ skipped: 0, failed: 0, rate: 0, can_retry: false, problem: '', created: '2026-11-20T09:30:00Z' },
}
const UNREACHABLE = errorText('StorageUnreachable')
const JOBS = [
  {
    ...JOB,
    id: '1',
    kind: 'restore',
    first: '2026/',
    at: '2026-11-19T18:00:00Z',
    status: 'running',
    done: 48_210,
    bytes: 3.1e11,
    rate: 212,
  },
  {
    ...JOB,
    id: '2',
    kind: 'move',
    first: 'raw/',
    target_bucket: 'archive',
    target: '2026/raw/',
    status: 'waiting',
    done: 912,
    bytes: 8.4e10,
    problem: UNREACHABLE,
  },
  {
    ...JOB,
    id: '3',
    kind: 'copy',
    first: 'selects/',
    items: 12,
    target_bucket: 'website',
    target: 'photos/selects/',
    status: 'done',
    ended: '2026-11-20T09:31:00Z',
    done: 2_408,
    bytes: 9.2e9,
    skipped: 31,
    failed: 2,
    can_retry: true,
  },
  { ...JOB, id: '4', kind: 'deleteNoncurrent', first: '', status: 'paused', done: 120_000, bytes: 4.4e12 },
  { ...JOB, id: '5', kind: 'undelete', first: 'events/lisbon-2025/', status: 'queued', done: 0, bytes: 0 },
]
const JOB_LOG = {
  ...JOBS[2],
  events: [
    { time: '2026-11-20T09:30:00Z', event: 'created', account: 'ann.lindqvist', detail: '' },
    { time: '2026-11-20T09:30:01Z', event: 'started', account: '', detail: '' },
    { time: '2026-11-20T09:30:20Z', event: 'waiting', account: '', detail: UNREACHABLE },
    { time: '2026-11-20T09:31:00Z', event: 'done', account: '', detail: '' },
  ],
  failures: ['2026/a rather long name of a photo that somebody has scanned.tiff', 'IMG_0412.dng'].map((name) => ({
    path: `selects/${name}`,
    message: errorText('ObjectExists', { key: `photos/selects/${name}` }),
  })),
}

/** For a picture, nothing has to run for hours. */
async function showJobs(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/jobs/, (route) =>
    route.fulfill({ json: route.request().url().includes('/jobs/') ? JOB_LOG : JOBS }),
  )
  await page.goto(new URL('/jobs', page.url()).href)
  await page.getByRole('row').nth(1).waitFor()
}

export const OBJECT_SCENES: readonly Scene[] = [
  {
    name: 'row-actions',
    path: FOLDER,
    act: async (page, isPhone) => {
      if (isPhone) await button(page, 'Actions for cover.jpg').click()
      else await page.getByRole('row').filter({ hasText: 'cover.jpg' }).hover()
    },
  },
  {
    name: 'copying-move',
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
    path: FOLDER,
    act: async (page) => {
      await button(page, 'Actions for cover.jpg').click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel(text('copying:rename.name')).fill('a/b')
    },
  },
  {
    name: 'copying-menu',
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await button(page, 'More actions').click()
      await page.getByRole('menuitem', { name: 'Move' }).waitFor()
    },
  },
  {
    name: 'copying-metadata',
    path: `${FOLDER}cover.jpg`,
    act: async (page) => {
      await button(page, 'Edit metadata').click()
      await page.getByRole('dialog').getByLabel('Expires').fill('soon')
    },
  },
  {
    name: 'search-below',
    path: `${FOLDER}?search=img`,
    act: (page) => page.getByText('IMG_0412.dng').waitFor(),
  },
  {
    name: 'go-to',
    path: FOLDER,
    act: async (page) => {
      await button(page, text('goTo:title')).click()
      await page.getByRole('option').first().waitFor()
    },
  },
  ...['Tags', 'Retention'].map((entry) => ({
    name: `bulk-${entry.toLowerCase()}`,
    path: entry === 'Tags' ? FOLDER : LOCKED_FOLDER,
    act: async (page: Page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await button(page, 'More actions').click()
      await page.getByRole('menuitem', { name: entry }).click()
      const dialog = page.getByRole('dialog', { name: entry })
      if (entry === 'Tags') await dialog.getByLabel('Key 1').fill('<team>')
      else
        await dialog.getByLabel(text('bulk:retention.how')).selectOption({ label: text('bulk:retention.governance') })
    },
  })),
  {
    name: 'job-failures',
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
  { name: 'object-browser', path: '/object-browser' },
  { name: 'folder', path: FOLDER, act: (page) => page.getByText('cover.jpg').waitFor() },
  {
    name: 'folder-selected',
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await page.getByRole('checkbox', { name: 'Select credits.txt' }).check()
    },
  },
  {
    name: 'delete-selected',
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
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select cover.jpg' }).check()
      await page.getByRole('checkbox', { name: 'Select credits.txt' }).check()
      await button(page, 'More actions').click()
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
  { name: 'jobs-of-each-kind', path: '/account', act: showJobs },
  {
    name: 'job-log',
    path: '/account',
    act: async (page, isPhone) => {
      await showJobs(page)
      const title = 'Copy 12 items such as photos/selects/ to website/photos/'
      await rowAction(page, text('serverJobs:actions.log'), title, isPhone)
      await button(page, text('serverJobs:actions.retry')).last().waitFor()
    },
  },
  versionsDialog('undelete', text('objects:versions.undelete')),
  versionsDialog('delete-noncurrent', text('objects:versions.noncurrent')),
  versionDialog('compare-versions', text('objectDetail:versions.compare'), 'Fee per day'),
  versionDialog('copy-version', text('objectDetail:versions.copy'), 'New name'),
  {
    name: 'restore-folder',
    path: `${LOCKED_FOLDER}2026/`,
    act: async (page) => {
      // For a picture, nothing has to have changed.
      const counts = {
        objects: 163,
        copied: 121,
        marked: 42,
        removed: 0,
        bytes: 8.1e9,
        unchanged: 1_204,
        newer: 2,
        refused: 0,
      }
      await page.route(/objects\/change-versions/, (route) =>
        route.fulfill({ json: { ...counts, as_of: new Date().toISOString(), failed: [], alsoFailed: 0 } }),
      )
      await page.goto(`${page.url()}?rewind=${new Date().toISOString()}`)
      await button(page, 'Restore').click()
      await page.getByText(text('changeVersions:counts'), { exact: true }).waitFor()
    },
  },
  {
    name: 'rename-folder',
    path: FOLDER,
    act: async (page) => {
      await button(page, 'Actions for 2024').click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'create-folder', path: FOLDER, act: createFolder },
  { name: 'folder-empty', path: `${FOLDER}2027/` },
  { name: 'object-address', path: `${FOLDER}cover.jpg` },
  { name: 'bucket-missing', path: '/object-browser/no-such-bucket/' },
]
