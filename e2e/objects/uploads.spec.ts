import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { givenAt, keysOf, LISTED, listed } from '../src/given.ts'
import { holdCalls } from '../src/hold-calls.ts'
import { expect, test } from '../src/journey.ts'
import { dropFiles, rowOf, slowUploads, uploadFiles, uploadFolder, uploadPaths } from '../src/object-browser.ts'
import { STRESS } from '../src/scale.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { errorText, text } from '../src/text.ts'

const MIB = 1024 * 1024
/** Files on their way to the console, or to the storage server, where the length is signed. */
const UPLOADS = /\/objects\/upload|SignedHeaders=content-length/

/** Those that aren't held. */
const FIRST_FILES = 48

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Uploads', exact: true })

async function textOf(storage: StorageProcess, bucket: string, key: string): Promise<string> {
  return (await storage.request({ method: 'GET', bucket, key })).text
}

/** Multipart uploads that the storage still lists. */
async function incompleteUploads(storage: StorageProcess, bucket: string): Promise<number> {
  const { text } = await storage.request({ method: 'GET', bucket, query: { uploads: '' } })
  return text.split('<Upload>').length - 1
}

/** A folder on this machine with small files in subfolders. */
function folderOf(count: number, bytes: number): { path: string; names: string[]; remove: () => void } {
  const folder = tempFolder('journey-upload')
  const names: string[] = []
  for (let index = 0; index < count; index++) {
    const inner = `part ${index % 5}`
    mkdirSync(join(folder.path, 'holiday', inner), { recursive: true })
    const name = `${inner}/${String(index).padStart(3, '0')}.bin`
    writeFileSync(join(folder.path, 'holiday', name), randomBytes(bytes))
    names.push(`holiday/${name}`)
  }
  return { path: join(folder.path, 'holiday'), names: names.sort(), remove: () => folder.remove() }
}

/** One large file on this machine. */
function largeFiles(name: string, bytes: number): { paths: string[]; remove: () => void } {
  const folder = tempFolder('journey-upload')
  const path = join(folder.path, name)
  writeFileSync(path, Buffer.alloc(bytes, 'x'))
  return { paths: [path], remove: () => folder.remove() }
}

test(
  'a folder of 500 files is uploaded completely despite a cancel, a storage outage and a retry',
  STRESS,
  async ({ page, signIn, ownStorage, ownConsole, provokes }) => {
    provokes(503, 502, 504, 'unreachable')
    const storage = await ownStorage()
    const bucket = await givenAt(storage).bucket()
    const { url } = await ownConsole({ storage })
    await signIn({ at: url })
    await page.goto(`${url}/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    const folder = folderOf(500, 8 * 1024)
    const fast = await slowUploads(page, 250_000)
    // The rest is held, so that the upload to check and cancel is still listed.
    const release = await holdCalls(page, UPLOADS, FIRST_FILES)

    await uploadFolder(page, folder.path)
    const panel = panelOf(page)
    await expect(panel.getByRole('heading', { name: /^Uploading \d+ files$/ })).toBeVisible()
    await expect(panel.getByText(`· ${FIRST_FILES} uploaded`)).toBeVisible({ timeout: 30_000 })
    expect(await panel.getByRole('listitem').count(), 'only visible rows are rendered').toBeLessThan(60)
    await expectAccessible(page)

    const cancel = panel.getByRole('button', { name: /^Cancel the upload of / }).last()
    const label = (await cancel.getAttribute('aria-label')) ?? ''
    await panel.getByRole('button', { name: label }).click()
    await expect(panel.getByText('1 canceled')).toBeVisible()
    await panel.getByRole('button', { name: text('transfers:pauseAll') }).click()
    await expect(panel.getByRole('heading', { name: /^Paused with \d+ files left$/ })).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole('button', { name: text('transfers:resumeAll') }).press('Enter')
    await expect(panel.getByRole('heading', { name: /^Uploading \d+ files$/ })).toBeVisible()

    await release()
    await expect(panel.getByText(/KiB\/s|MiB\/s/), 'the speed').toBeVisible()
    await storage.end()
    await expect(panel.getByText(errorText('StorageUnreachable'))).toBeVisible({ timeout: 30_000 })
    await expect(panel.getByRole('heading', { name: /^Paused with \d+ files left$/ })).toBeVisible()
    await expectAccessible(page)
    await storage.start()
    await fast()
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible({ timeout: 60_000 })
    await expect(panel.getByRole('heading', { name: 'Uploaded 499 files' })).toBeVisible()
    await listed(storage, bucket, 499)

    await panel.getByRole('button', { name: text('transfers:expand') }).click()
    await panel.getByRole('button', { name: label.replace('Cancel', 'Retry') }).click()
    await expect(panel.getByRole('heading', { name: 'Uploaded 500 files' })).toBeVisible()
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(folder.names)
    expect(await incompleteUploads(storage, bucket)).toBe(0)
    await expect(rowOf(page, 'holiday'), 'without a refresh').toBeVisible()
    folder.remove()
  },
)

test('existing names are confirmed, files are dropped and pasted, a folder is uploaded with the keyboard, and a canceled upload leaves nothing', async ({
  page,
  given,
  storage,
  signIn,
}) => {
  const files = ['a.txt', 'b.txt', 'c.txt', 'new.txt'].map((name) => ({ name, buffer: Buffer.from(`new ${name}`) }))
  /** Opens a folder that has all of them but the last. */
  const openFolder = async () => {
    const bucket = await given.bucket()
    for (const name of ['a.txt', 'b.txt', 'c.txt']) await given.object(bucket, name, `old ${name}`)
    await page.goto(`/object-browser/${bucket}/`)
    await expect(rowOf(page, 'c.txt')).toBeVisible()
    return bucket
  }
  await signIn()

  await test.step('are confirmed one by one', async () => {
    const bucket = await openFolder()
    await uploadFiles(page, files)
    const question = (name: string) => page.getByRole('dialog', { name: `Replace ${name}?` })
    await expect(question('a.txt')).toBeVisible()
    await expectAccessible(page)
    expect(await keysOf(storage, bucket), 'nothing is sent before the confirmation').not.toContain('new.txt')
    await question('a.txt')
      .getByLabel(text('transfers:conflict.all_other', { number: 2 }))
      .uncheck()
    await question('a.txt').getByRole('button', { name: 'Overwrite' }).click()
    await question('b.txt').getByRole('button', { name: 'Skip' }).click()
    await question('c.txt').getByRole('button', { name: 'Keep both' }).click()

    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
    const all = ['a.txt', 'b.txt', 'c (1).txt', 'c.txt', 'new.txt']
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(all)
    expect(await textOf(storage, bucket, 'a.txt')).toBe('new a.txt')
    expect(await textOf(storage, bucket, 'b.txt')).toBe('old b.txt')
    expect(await textOf(storage, bucket, 'c.txt')).toBe('old c.txt')
    expect(await textOf(storage, bucket, 'c (1).txt')).toBe('new c.txt')
  })

  await test.step('can be confirmed all together, or canceled, with the keyboard alone', async () => {
    const bucket = await openFolder()
    await uploadFiles(page, files)
    await expect(page.getByRole('dialog', { name: 'Replace a.txt?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await keysOf(storage, bucket)).toEqual(['a.txt', 'b.txt', 'c.txt'])

    await uploadFiles(page, files)
    await expect(page.getByRole('button', { name: 'Keep both' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
    const kept = ['a (1).txt', 'a.txt', 'b (1).txt', 'b.txt', 'c (1).txt', 'c.txt', 'new.txt']
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(kept)
  })

  await test.step('folders and files are dropped, and files are pasted', async () => {
    const bucket = await given.bucket()
    await page.goto(`/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    const folder = folderOf(12, 100)
    await dropFiles(page, [folder.path])
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
    await expect(rowOf(page, 'holiday')).toBeVisible()
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(folder.names)

    await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['picture'], 'image.png'))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)
    await expect(rowOf(page, 'image.png')).toBeVisible()
    expect(await textOf(storage, bucket, 'image.png')).toBe('picture')
    folder.remove()
  })

  await test.step('the tab asks for confirmation before it closes only while a transfer is running', async () => {
    const bucket = await given.bucket()
    await page.goto(`/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    const asksBeforeClosing = () =>
      page.evaluate("!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    expect(await asksBeforeClosing()).toBe(false)
    const release = await holdCalls(page, UPLOADS)
    await uploadFiles(page, [{ name: 'slow.bin', buffer: randomBytes(MIB) }])
    await expect(panelOf(page).getByRole('heading', { name: 'Uploading 1 file' })).toBeVisible()
    expect(await asksBeforeClosing()).toBe(true)
    await release()
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
    expect(await asksBeforeClosing()).toBe(false)
  })

  await test.step('a folder is uploaded with the keyboard and on a phone, and the panel stays usable', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const bucket = await given.bucket()
    await page.goto(`/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    const folder = folderOf(30, 1000)
    // Registered early, since the browser may handle a key before it is notified that the test waits for its dialog.
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: text('objects:uploadMenu') }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: text('objects:uploadFolder') })).toBeFocused()
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(folder.path)
    const panel = panelOf(page)
    await expect(panel.getByRole('heading', { name: 'Uploaded 30 files' })).toBeVisible()
    await panel.getByRole('button', { name: text('transfers:expand') }).click()
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await panel.getByRole('button', { name: text('transfers:clear') }).press('Enter')
    await expect(panel).toHaveCount(0)
    await expect.poll(() => keysOf(storage, bucket), LISTED).toEqual(folder.names)
    folder.remove()
    await page.setViewportSize({ width: 1360, height: 850 })
  })

  await test.step('a canceled upload leaves the old object unchanged and no incomplete upload', async () => {
    const bucket = await given.bucket()
    await given.object(bucket, 'film.bin', 'the old one')
    await page.goto(`/object-browser/${bucket}/`)
    await expect(rowOf(page, 'film.bin')).toBeVisible()
    const files = largeFiles('film.bin', 40 * MIB)
    await slowUploads(page, 2 * MIB)
    await uploadPaths(page, files.paths)
    await page.getByRole('dialog', { name: 'Replace film.bin?' }).getByRole('button', { name: 'Overwrite' }).click()
    const panel = panelOf(page)
    await expect(panel.getByText(/[1-9][\d.]* MiB of 40\.0 MiB/).first()).toBeVisible()
    await panel.getByRole('button', { name: 'Cancel the upload of film.bin' }).click()

    await expect(panel.getByText('1 canceled')).toBeVisible()
    await expect.poll(() => incompleteUploads(storage, bucket)).toBe(0)
    expect(await textOf(storage, bucket, 'film.bin')).toBe('the old one')
    files.remove()
  })
})

test(
  'uploads wait while the console is down, and resume where they stopped',
  STRESS,
  async ({ page, signIn, given, storage, ownConsole, provokes }) => {
    provokes('unreachable')
    const bucket = await given.bucket()
    await given.object(bucket, 'a.bin', 'the old one')
    const console = await ownConsole()
    await signIn({ at: console.url })
    await page.goto(`${console.url}/object-browser/${bucket}/`)
    await expect(rowOf(page, 'a.bin')).toBeVisible()
    const fast = await slowUploads(page, 2 * MIB)
    const files = largeFiles('a.bin', 20 * MIB)
    await uploadPaths(page, files.paths)
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await expect(
      panelOf(page)
        .getByText(/[1-9][\d.]* MiB of 20\.0 MiB/)
        .first(),
    ).toBeVisible()
    await console.kill()
    await expect(page.getByText('An error has ocurred, the backend cannot be reached.')).toBeVisible()
    expect(await textOf(storage, bucket, 'a.bin')).toBe('the old one')

    await fast()
    await console.start()
    await page
      .getByRole('button', { name: 'Retry' })
      .click({ timeout: 2_000 })
      .catch(() => undefined)
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible({ timeout: 30_000 })
    const { headers } = await storage.request({ method: 'HEAD', bucket, key: 'a.bin' })
    expect(headers['content-length']).toBe(String(20 * MIB))
    files.remove()
  },
)
