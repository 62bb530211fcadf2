/** Uploads, downloads and share links. */
import { errorText, text } from '../text.ts'
import { button, FOLDER, type Scene } from './scene.ts'

export const TRANSFER_SCENES: readonly Scene[] = [
  { name: 'incomplete-uploads', signedIn: true, path: `${FOLDER}?tab=uploads` },
  {
    name: 'upload-list',
    signedIn: true,
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
    signedIn: true,
    path: `${FOLDER}uploads/`,
    act: async (page) => {
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
    name: 'upload-paused',
    signedIn: true,
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await page.goto(`${page.url()}${Date.now()}/`)
      // Held, so that one is still running in the picture.
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
    signedIn: true,
    path: `${FOLDER}uploads/`,
    act: async (page) => {
      await page.goto(`${page.url()}${Date.now()}/`)
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
  {
    name: 'download-commands',
    signedIn: true,
    path: FOLDER,
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await button(page, 'Selected').click()
      await page.getByRole('menuitem', { name: text('objects:commands.entry') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'share',
    signedIn: true,
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
    signedIn: true,
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
