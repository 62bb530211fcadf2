/** Folders are downloaded as folders, into the browser's private file system, which has the interface of a chosen folder. */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { IMITATION, startFailingProxy } from '../src/failing-proxy.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

test.use({ loadsAhead: false })

const PICKER = 'window.showDirectoryPicker = () => navigator.storage.getDirectory()'

const DIRECT = /[?&]response-content-disposition=/
const THROUGH_CONSOLE = /\/objects\/download\?/

/** The files below the chosen folder, with their contents as text. */
const FILES = `(async () => {
  const files = {}
  const collect = async (folder, above) => {
    for await (const [name, entry] of folder.entries()) {
      if (entry.kind === 'directory') await collect(entry, above + name + '/')
      else files[above + name] = await (await entry.getFile()).text()
    }
  }
  await collect(await navigator.storage.getDirectory(), '')
  return files
})()`

const filesOf = (page: Page) => page.evaluate<Record<string, string>>(FILES)

async function downloadSelected(page: Page, { replace = false } = {}): Promise<void> {
  await page.getByRole('button', { name: text('shared:selection.more'), exact: true }).press('Enter')
  await page.getByRole('menuitem', { name: text('objects:downloadToFolder') }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(text('folderDownload:purpose'))).toBeVisible()
  if (replace) await dialog.getByLabel(text('folderDownload:replace')).press('Space')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: text('folderDownload:choose') }).press('Enter')
  await expect(dialog).toBeHidden()
}

test('a selection is downloaded as folders and files, and existing files stay', async ({ page, given, signIn }) => {
  await page.addInitScript({ content: PICKER })
  const bucket = await given.bucket()
  await given.objects(bucket, ['f/a.txt', 'f/b:c?.txt', 'f/A.txt', 'f/deep/er/d.txt', 'f/NUL', 'z.txt', 'not.txt'])
  await signIn()
  await page.goto(`/object-browser/${bucket}/`)
  await page.getByRole('checkbox', { name: 'Select f', exact: true }).press('Space')
  await rowOf(page, 'z.txt').getByRole('checkbox').press('Space')
  await downloadSelected(page)
  await expect(page.getByText(/^6 files downloaded to/)).toBeVisible()
  const files = {
    'f/A.txt': 'f/A.txt',
    'f/_NUL': 'f/NUL',
    'f/a (1).txt': 'f/a.txt',
    'f/b_c_.txt': 'f/b:c?.txt',
    'f/deep/er/d.txt': 'f/deep/er/d.txt',
    'z.txt': 'z.txt',
  }
  expect(await filesOf(page)).toEqual(files)

  await given.object(bucket, 'z.txt', 'changed, and longer')
  await downloadSelected(page)
  await expect(page.getByText('5 were already there. 1 differs from its object and was kept.')).toBeVisible()
  expect(await filesOf(page)).toEqual(files)
  await downloadSelected(page, { replace: true })
  await expect(page.getByText(/^1 file downloaded to .+ 5 were already there\.$/)).toBeVisible()
  expect(await filesOf(page)).toEqual({ ...files, 'z.txt': 'changed, and longer' })
})

test('an interrupted download continues where it stopped, through the console', async ({
  page,
  given,
  signIn,
  provokes,
}) => {
  provokes('unreachable')
  await page.addInitScript({ content: PICKER })
  const bucket = await given.bucket()
  const content = randomBytes(300_000).toString('hex')
  await given.object(bucket, 'film.bin', content)
  await signIn()
  await page.goto(`/object-browser/${bucket}/`)
  await rowOf(page, 'film.bin').getByRole('checkbox').press('Space')
  const asked: string[] = []
  // The first response ends early.
  page.on('request', (request) => {
    const range = request.headers().range ?? 'all'
    if (DIRECT.test(request.url())) asked.push(`direct ${range}`)
    if (THROUGH_CONSOLE.test(request.url())) asked.push(`console ${range}`)
  })
  await page.evaluate(cutOf('film.bin'))
  await downloadSelected(page)
  await expect(page.getByText(/^1 file downloaded to/)).toBeVisible()
  expect((await filesOf(page))['film.bin'] === content).toBe(true)
  expect(asked).toEqual(['direct all', expect.stringMatching(/^console bytes=\d+-$/)])
})

test(
  'what the storage server no longer shows to pages comes through the console, byte for byte',
  ON_MINIO_TOO,
  async ({ page, signIn, given, storage, ownConsole, provokes }) => {
    provokes('blocked', 'unreachable', 500)
    await page.addInitScript({ content: PICKER })
    const bucket = await given.bucket()
    const names = Array.from({ length: 20 }, (_, at) => `f/${at + 10}.txt`)
    await given.objects(bucket, names)
    const headers = { 'content-encoding': 'gzip' }
    await storage.request({ method: 'PUT', bucket, key: 'f/0.txt', body: gzipSync('decoded by the browser'), headers })
    let sent = 0
    // After the encoded object, without CORS headers from the fifth one on, as a server whose rules were changed. Another program
    // responds to the second.
    const proxy = await startFailingProxy(storage.url, ({ method, url = '', headers: { origin } }) => {
      if (method !== 'GET' || origin === undefined || !url.includes('response-content-disposition')) return false
      if (url.includes('/f/0.txt?')) return false
      sent += 1
      return sent === 2 ? IMITATION : sent > 4
    })
    const { url } = await ownConsole({ storage: proxy })
    await signIn({ at: url })
    await page.goto(`${url}/object-browser/${bucket}/`)
    const asked = { direct: 0, throughConsole: 0, signed: 0 }
    page.on('request', (request) => {
      if (DIRECT.test(request.url())) asked.direct += 1
      if (THROUGH_CONSOLE.test(request.url())) asked.throughConsole += 1
      if (request.url().endsWith('/direct/downloads')) asked.signed += 1
    })
    await page.getByRole('checkbox', { name: 'Select f', exact: true }).press('Space')
    await page.evaluate(cutOf('0.txt'))
    await downloadSelected(page)
    await expect(page.getByText(/^21 files downloaded to/)).toBeVisible()
    const files = Object.fromEntries(names.map((name) => [name, name]))
    expect(await filesOf(page)).toEqual({ ...files, 'f/0.txt': 'decoded by the browser' })
    // Among them the encoded one, which starts over.
    expect(asked).toMatchObject({ throughConsole: 18, signed: 1 })
    expect(asked.direct, 'some were on their way when the first one failed').toBeLessThan(10)
    await proxy.close()
  },
)

/** Ends the body of the first download of an object with an error, after some of its bytes. */
const cutOf = (name: string) => `{
  const real = window.fetch
  window.fetch = async (...input) => {
    const response = await real(...input)
    if (!String(input[0]).includes('/${name}?')) return response
    window.fetch = real
    const reader = response.body.getReader()
    const body = new ReadableStream({
      async start(controller) {
        // The first chunk can hold all of the file.
        const { value } = await reader.read()
        controller.enqueue(value.subarray(0, value.length / 2))
      },
      pull(controller) {
        controller.error(new TypeError('network error'))
      },
    }, { highWaterMark: 0 })
    return new Response(body, { status: response.status, headers: response.headers })
  }
}`
