/** Uploads, downloads and share links. */
import type { Page } from '@playwright/test'
import { errorText, text } from '../text.ts'
import { button, FOLDER, type Scene } from './scene.ts'

/** Uploads that a picture holds or breaks go through the console. */
async function throughConsole(page: Page): Promise<void> {
  await page.route('**/objects/direct', (route) => route.fulfill({ json: { origin: '', obstacle: 'off', probe: '' } }))
}

/** Opens a dialog of the menu of a selection. */
function selectionDialog(name: string, entry: string, act?: (page: Page) => Promise<void>): Scene {
  return {
    name,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await button(page, 'More actions').click()
      await page.getByRole('menuitem', { name: entry }).click()
      await page.getByRole('dialog').waitFor()
      await act?.(page)
    },
  }
}

const LINK = {
  ...{ bucket: 'photo-archive', version_id: '', owner: 'ann.lindqvist', created: '2026-11-20T09:30:00Z' },
  ...{ has_password: false, last_used: '', max_uses: 0, max_bytes: 0, status: 'active', kind: 'download', uses: 0 },
}
const LINKS = [
  { ...LINK, id: '1', path: 'selects/', expiry: '2027-05-20T09:30:00Z', uses: 1_204 },
  {
    ...LINK,
    id: '2',
    path: 'contracts/terms for photographers, signed by both.pdf',
    expiry: '2026-12-20T09:30:00Z',
    has_password: true,
    uses: 2,
    max_uses: 3,
  },
  {
    ...LINK,
    id: '3',
    kind: 'upload',
    path: 'inbox/',
    expiry: '2026-12-24T09:30:00Z',
    status: 'used',
    uses: 10,
    max_uses: 10,
  },
  { ...LINK, id: '4', path: 'press-kit.pdf', expiry: '2026-11-21T09:30:00Z', status: 'expired' },
  { ...LINK, id: '5', path: 'cover.jpg', expiry: '2026-12-24T09:30:00Z', status: 'revoked', owner: 'jonas.weber' },
]

/** For a picture, the links need not exist. */
function linkScene(name: string, act?: (page: Page) => Promise<void>): Scene {
  return {
    name: `share-links${name}`,
    path: '/account',
    act: async (page) => {
      await page.route('**/api/v1/share-links*', (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: name === '-empty' ? [] : LINKS })
          : route.fulfill({ status: 201, json: { link: LINKS[0], address: `s/${'Zf3k'.repeat(11).slice(1)}` } }),
      )
      await page.goto(new URL('/account?tab=links', page.url()).href)
      if (name === '-empty') await page.getByText(text('shareLinks:empty')).waitFor()
      else await page.getByRole('row').nth(1).waitFor()
      await act?.(page)
    },
  }
}

async function createLink(page: Page, kind: 'Download' | 'Upload'): Promise<void> {
  await button(page, text('shareLinks:create.action')).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: new RegExp(`^${kind}`) }).check()
  await dialog.getByRole('textbox', { name: text('shareLinks:create.bucket'), exact: true }).fill('photo-archive')
  const path = text(kind === 'Upload' ? 'shareLinks:create.folder' : 'shareLinks:create.path')
  await dialog.getByRole('textbox', { name: path, exact: true }).fill('selects/')
}

/** What someone with a link sees. */
function linkPage(name: string, link: object, act?: (page: Page) => Promise<void>): Scene {
  return {
    name: `link-${name}`,
    path: '/account',
    act: async (page) => {
      const { origin } = new URL(page.url())
      const expiry = new Date(Date.now() + 24 * 3600_000).toISOString()
      const data = { kind: 'upload', bucket: 'photo-archive', path: 'inbox/', expiry, ...link }
      const response = await page.request.post(`${origin}/api/v1/share-links`, { data })
      const { address } = (await response.json()) as { address: string }
      await page.goto(`${origin}/${address}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await act?.(page)
    },
  }
}

const PASSWORD = 'correct horse battery'
const LIMITS = { max_uses: 5, max_bytes: 100 * 1024 * 1024 }

async function sendFiles(page: Page, names: readonly string[]): Promise<void> {
  await page
    .getByLabel('Files')
    .setInputFiles(names.map((name) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.alloc(1000, name) })))
  await button(page, 'Send').click()
  await page
    .getByText('was sent.')
    .nth(names.length - 1)
    .waitFor()
}

export const TRANSFER_SCENES: readonly Scene[] = [
  { name: 'incomplete-uploads', path: `${FOLDER}?tab=uploads` },
  {
    name: 'upload-list',
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      // A separate folder for each picture, because existing names open a dialog.
      await page.goto(`${page.url()}${Date.now()}/`)
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const files = ['sunrise.jpg', 'notes.txt', 'a rather long name of a file that somebody scanned.pdf']
      await (await chooser).setFiles(
        files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(300_000, name) })),
      )
      await page.getByText('Object(s) uploaded successfully.').waitFor()
      await button(page, text('transfers:expand')).click()
    },
  },
  {
    name: 'upload-failed',
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await throughConsole(page)
      await page.route('**/objects/upload?**', (route) =>
        route.fulfill({ status: 507, json: { code: 'StorageFull', message: errorText('StorageFull') } }),
      )
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      await (await chooser).setFiles([{ name: 'sunrise.jpg', mimeType: 'text/plain', buffer: Buffer.alloc(300_000) }])
      await button(page, text('transfers:reason', { name: 'sunrise.jpg' })).click()
      await page.getByRole('tooltip').waitFor()
    },
  },
  {
    name: 'upload-summary',
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await page.goto(`${page.url()}${Date.now()}/`)
      let sent = 0
      await throughConsole(page)
      await page.route('**/objects/upload?**', (route) =>
        sent++ === 0
          ? route.fulfill({ status: 507, json: { code: 'StorageFull', message: errorText('StorageFull') } })
          : route.continue(),
      )
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const files = ['sunrise.jpg', 'notes of the meeting in May.txt', 'press-kit.pdf']
      const buffer = Buffer.alloc(300_000, 'x')
      await (await chooser).setFiles(files.map((name) => ({ name, mimeType: 'text/plain', buffer })))
      await page.getByText(text('transfers:ended')).waitFor()
      await button(page, text('transfers:reason', { name: 'sunrise.jpg' })).waitFor()
      await button(page, text('shared:close')).first().click()
    },
  },
  {
    name: 'upload-paused',
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await page.goto(`${page.url()}${Date.now()}/`)
      // Held, so that one is still running in the picture.
      await throughConsole(page)
      await page.route('**/uploads/part?**', () => undefined)
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const files = ['interview.mov', 'a rather long name of a recording that somebody made.mkv']
      const buffer = Buffer.alloc(20 * 1024 * 1024, 'x')
      await (await chooser).setFiles(files.map((name) => ({ name, mimeType: 'video/mp4', buffer })))
      await button(page, text('transfers:pause', { name: 'interview.mov' })).click()
      await button(page, text('transfers:resume', { name: 'interview.mov' })).waitFor()
    },
  },
  {
    name: 'upload-resumable',
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await page.goto(`${page.url()}${Date.now()}/`)
      await throughConsole(page)
      await page.route('**/uploads/part?**', () => undefined)
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const buffer = Buffer.alloc(20 * 1024 * 1024, 'x')
      await (await chooser).setFiles([{ name: 'interview.mov', mimeType: 'video/mp4', buffer }])
      await button(page, text('transfers:pause', { name: 'interview.mov' })).click()
      await page.reload()
      await button(page, text('transfers:chooseAgain', { name: 'interview.mov' })).waitFor()
    },
  },
  selectionDialog('download-folder', text('objects:downloadToFolder')),
  selectionDialog('download-links', text('objects:listLinks'), async (page) => {
    await button(page, text('linkList:create')).click()
    await page.getByRole('textbox', { name: text('linkList:list') }).waitFor()
  }),
  selectionDialog('download-commands', text('objects:commands.entry')),
  linkScene(''),
  linkScene('-empty'),
  linkScene('-everyone', (page) => page.getByRole('switch', { name: text('shareLinks:everyone') }).check()),
  linkScene('-create', (page) => createLink(page, 'Download')),
  linkScene('-create-upload', (page) => createLink(page, 'Upload')),
  linkScene('-created', async (page) => {
    await createLink(page, 'Download')
    await button(page, text('shareLinks:create.submit')).click()
    await page.getByRole('dialog', { name: text('shareLinks:created.title') }).waitFor()
  }),
  linkScene('-revoke', async (page) => {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await button(page, text('shareLinks:revoke.action')).click()
    await page.getByRole('dialog').waitFor()
  }),
  linkPage('password', { kind: 'download', path: 'cover.jpg', password: PASSWORD }, async (page) => {
    await page.getByLabel('Password').fill('something else')
    await button(page, 'Open').click()
    await page.getByRole('alert').waitFor()
  }),
  linkPage('upload', LIMITS),
  linkPage('upload-sent', LIMITS, (page) =>
    sendFiles(page, ['beach.jpg', 'a rather long name of a photo that somebody scanned last year.tiff']),
  ),
  linkPage('upload-full', { ...LIMITS, max_uses: 1 }, (page) => sendFiles(page, ['beach.jpg'])),
  linkPage('closed', LIMITS, async (page) => {
    await page.goto(new URL(`/s/${'A'.repeat(43)}`, page.url()).href)
    await page.getByText('This link doesn’t work').waitFor()
  }),
  {
    name: 'share',
    path: FOLDER,
    act: async (page, isPhone) => {
      if (isPhone) {
        await button(page, 'Actions for cover.jpg').click()
        await page.getByRole('menuitem', { name: 'Share' }).click()
      } else await button(page, 'Share cover.jpg').click()
      await page.getByText('Works until').waitFor()
    },
  },
  {
    name: 'upload-done',
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      // A separate folder for each picture, because existing names open a dialog.
      await page.goto(`${page.url()}${Date.now()}/`)
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'Upload').click()
      const files = ['sunrise.jpg', 'notes.txt', 'a rather long name of a file that somebody scanned.pdf']
      await (await chooser).setFiles(
        files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(300_000, name) })),
      )
      await page.getByText('Object(s) uploaded successfully.').waitFor()
    },
  },
]
