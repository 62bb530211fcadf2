import { readFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { greyPng, type HostileFile, hostileDocuments, hostilePictures, plainPdf, SIGNAL } from '../src/hostile-files.ts'
import { expect, test, visit } from '../src/journey.ts'
import { rowOf } from '../src/object-browser.ts'
import { openPreview, previewOf, storeFile, wav } from '../src/previews.ts'
import { STRESS } from '../src/scale.ts'
import { text } from '../src/text.ts'

/** Waits until the content, or what is said in its place, is there. */
async function settled({ dialog, frame }: ReturnType<typeof previewOf>, file: HostileFile): Promise<void> {
  const shown = 'img, canvas[data-page], p, .cm-content, main:not([data-kind="pdf"]) section'
  // The page itself decodes what is encoded.
  const alert = (file.encoding === undefined ? frame : dialog).getByRole('alert')
  await expect(file.encoding === undefined ? frame.locator(shown).first() : alert).toBeVisible()
  if (file.says) await expect.soft(alert).toContainText(file.says, { timeout: 2_000 })
}

/** The memory, in MiB, that no other process shares with those of the page and its frames. */
async function tabMemory(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  let kilobytes = 0
  for (const { id } of processInfo.filter(({ type }) => type === 'renderer')) {
    const rollup = memoryMap(id)
    for (const [, value] of rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB/gm)) kilobytes += Number(value)
  }
  return kilobytes / 1024
}

/** '' for a process that has ended since. */
function memoryMap(process: number): string {
  try {
    return readFileSync(`/proc/${process}/smaps_rollup`, 'utf8')
  } catch {
    return ''
  }
}

for (const [kind, hostileFiles] of [
  ['picture', hostilePictures],
  ['document', hostileDocuments],
] as const) {
  test(
    `no hostile ${kind} runs, loads or calls anything, or exhausts the page or its memory`,
    STRESS,
    async ({ page, browser, given, storage, signIn, provokes }) => {
      // Styles and handlers of drawings are reported on the browser's console, and what can't be decoded.
      provokes('forbidden', 'unreachable')
      const files = hostileFiles().sort((one, other) => (one.name < other.name ? -1 : 1))
      const first = files[0]?.name ?? ''
      const bucket = await given.bucket()
      await Promise.all(files.map((file) => storeFile(storage, bucket, file)))
      const calls: string[] = []
      page.on('request', (request) => calls.push(request.url()))
      page.on('dialog', (dialog) => {
        calls.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      await signIn()
      await page.goto(`/object-browser/${bucket}/`)
      await expect(rowOf(page, first)).toBeVisible()
      const session = await page.context().newCDPSession(page)
      const before = await tabMemory(browser)
      let most = 0

      await openPreview(page, first)
      for (const [index, file] of files.entries()) {
        const preview = previewOf(page, file.name)
        await expect(preview.dialog, file.name).toBeVisible()
        await test.step(file.name, () => settled(preview, file))
        most = Math.max(most, (await tabMemory(browser)) - before)
        // The browser collects the documents of earlier files only when it needs their memory.
        await session.send('HeapProfiler.collectGarbage')
        if (index < files.length - 1) await page.keyboard.press('ArrowRight')
      }
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(rowOf(page, first)).toBeVisible()

      expect(calls.filter((url) => url.includes(SIGNAL) || url.startsWith('dialog'))).toEqual([])
      expect(await page.evaluate('[document.title.includes("hostile"), localStorage.getItem("hostile")]')).toEqual([
        false,
        null,
      ])
      test.info().annotations.push({ type: 'MiB in the tab', description: String(Math.round(most)) })
      expect(most, 'MiB in the tab').toBeLessThan(200)
    },
  )
}

test('the keyboard steps through a folder, the preview closes where it was opened, and its frame has no origin and no network', async ({
  page,
  given,
  storage,
  signIn,
  sharedConsole,
  provokes,
}) => {
  await test.step('the frame has no origin, no session and no network', async () => {
    const bucket = await given.bucket()
    await storeFile(storage, bucket, { name: 'a.png', body: greyPng(20, 10), contentType: 'image/png' })
    // Below the prefix of an operator, whose console finds the frame and its files there too.
    const console = `${sharedConsole.url}/api/proxy/team-a/photos`
    await signIn({ at: console })
    await page.goto(`${console}/object-browser/${bucket}/`)
    await openPreview(page, 'a.png')
    const { frame } = previewOf(page, 'a.png')
    await expect(frame.getByText(text('preview:image.size', { width: 20, height: 10 }))).toBeVisible()

    const inside = page.frames().find((one) => one.url().endsWith('/preview-frame'))
    // Its attempts are reported on the browser's console, as they should be.
    provokes('forbidden')
    const seen = await inside?.evaluate(`(async () => {
    const attempt = async (of) => { try { return String(await of()) } catch (error) { return error.name } }
    return {
      origin: self.origin,
      cookie: await attempt(() => document.cookie),
      storage: await attempt(() => localStorage.length),
      parent: await attempt(() => parent.document.title),
      network: await attempt(() => fetch(location.href)),
    }
  })()`)
    expect(seen).toEqual({
      origin: 'null',
      cookie: 'SecurityError',
      storage: 'SecurityError',
      parent: 'SecurityError',
      network: 'TypeError',
    })
  })

  await test.step('the keyboard steps through a folder, and the preview closes where it was opened', async () => {
    const bucket = await given.bucket()
    await storeFile(storage, bucket, { name: 'a.png', body: greyPng(30, 20), contentType: 'image/png' })
    await storeFile(storage, bucket, { name: 'b.pdf', body: plainPdf('one', 'two'), contentType: 'application/pdf' })
    await storeFile(storage, bucket, { name: 'c.wav', body: wav(4), contentType: 'audio/wav' })
    await given.object(bucket, 'folder/d.txt')
    // What the page below the prefix asks later would have the cookies of both sessions.
    await page.goto('about:blank')
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    await openPreview(page, 'a.png')
    const first = previewOf(page, 'a.png')
    await expect(first.frame.getByText(text('preview:image.size', { width: 30, height: 20 }))).toBeVisible()
    await expect(first.dialog.getByText(text('preview:place', { at: 1, all: 3 }))).toBeVisible()
    await expectAccessible(page)

    await page.keyboard.press('ArrowRight')
    const second = previewOf(page, 'b.pdf')
    await expect(second.frame.locator('canvas[data-page="1"]')).toBeVisible()
    await second.frame.getByRole('button', { name: text('preview:pdf.next') }).click()
    await expect(second.frame.locator('canvas[data-page="2"]')).toBeVisible()
    // The frame has the focus now, and forwards the keys that it doesn't handle.
    await page.keyboard.press('ArrowRight')

    const player = page.getByLabel(text('preview:media.label', { name: 'c.wav' }))
    await expect(player).toBeVisible()
    await expect.poll(() => player.evaluate((audio) => (audio as unknown as { duration: number }).duration)).toBe(4)
    const ranged = page.waitForResponse((response) => response.status() === 206 && response.url().includes('c.wav'))
    await player.evaluate((audio) => {
      Object.assign(audio, { currentTime: 3 })
    })
    await ranged
    await expect.poll(() => player.evaluate((audio) => (audio as unknown as { seeking: boolean }).seeking)).toBe(false)

    await page.keyboard.press('Home')
    await expect(first.frame.getByText(text('preview:image.size', { width: 30, height: 20 }))).toBeVisible()
    await page.keyboard.press('End')
    await expect(player).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(
      rowOf(page, 'a.png').getByRole('button', { name: text('shared:moreActions', { name: 'a.png' }) }),
    ).toBeFocused()

    await visit(page, `/object-browser/${bucket}/b.pdf`)
    await page.getByRole('button', { name: text('preview:action') }).click()
    await expect(second.frame.locator('canvas[data-page="1"]')).toBeVisible()
    await expect(second.dialog.getByText(text('preview:place', { at: 2, all: 3 }))).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a folder is shown as a grid with pictures, only of images that are safe to decode', async ({
    page,
    given,
    storage,
    signIn,
  }) => {
    const bucket = await given.bucket()
    await given.object(bucket, 'folder/inside.txt')
    await storeFile(storage, bucket, { name: 'grey.png', body: greyPng(640, 320, 90), contentType: 'image/png' })
    for (const { name, contentType, body } of hostilePictures().filter(({ name }) =>
      /^(svg-script|huge|html)/.test(name),
    )) {
      await storeFile(storage, bucket, { name, body, contentType })
    }
    // Below the screen: their pictures wait until they scroll into view.
    await given.objects(
      bucket,
      Array.from({ length: 60 }, (_, index) => `later-${String(index).padStart(2, '0')}.png`),
    )
    const read: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/objects/download')) read.push(url.searchParams.get('prefix') ?? '')
    })
    await signIn()
    await page.goto(`/object-browser/${bucket}/`)
    await page.getByRole('button', { name: text('preview:grid.show') }).click()
    const grid = page.getByRole('list', { name: text('preview:grid.label', { name: bucket }) })
    await expect(grid).toBeVisible()
    await expect(page.getByRole('button', { name: text('objects:deleteSelected') })).toHaveCount(0)
    const tile = grid.getByRole('button', { name: 'grey.png', exact: true })
    await expect(tile.locator('canvas')).toBeVisible()
    expect(await tile.locator('canvas').evaluate((canvas) => canvas.getAttribute('width'))).toBe('320')
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    expect(read).toContain('grey.png')
    expect(read.filter((key) => key.endsWith('.svg') || key.endsWith('59.png'))).toEqual([])
    await expect(grid.locator('canvas:visible')).toHaveCount(1)

    await tile.focus()
    await page.keyboard.press('End')
    await expect(grid.getByRole('button', { name: 'svg-script.svg', exact: true })).toBeFocused()
    await page.keyboard.press('Home')
    await expect(grid.getByRole('button', { name: 'folder', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const { dialog, frame } = previewOf(page, 'grey.png')
    await expect(frame.getByText(text('preview:image.size', { width: 640, height: 320 }))).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: text('preview:next') }).click()
    await expect(page.getByRole('dialog', { name: text('preview:title', { name: 'html-as-image.png' }) })).toBeVisible()
    await page.keyboard.press('Escape')

    // A tile has the actions of a row, and their keys.
    await tile.press('F2')
    await expect(page.getByRole('dialog', { name: text('copying:rename.title', { name: 'grey.png' }) })).toBeVisible()
    await page.keyboard.press('Escape')
    await tile.press('Shift+F10')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await tile.press('Delete')
    await expect(page.getByRole('dialog', { name: 'Delete grey.png' })).toBeVisible()
    await page.keyboard.press('Escape')

    // Selected with the keyboard, and by a tap on its box.
    await grid.getByRole('button', { name: 'folder', exact: true }).press('Space')
    await grid.getByRole('checkbox', { name: 'Select grey.png', exact: true }).tap()
    await expect(page.getByText(text('shared:pickList.selected_other', { number: 2 }))).toBeVisible()
    await expectAccessible(page)
    await grid.getByRole('button', { name: 'folder', exact: true }).press('Delete')
    await expect(page.getByRole('dialog', { name: `Delete 2 items from ${bucket}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text('objects:deleteSelected') }).tap()
    await expect(page.getByRole('dialog', { name: `Delete 2 items from ${bucket}` })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text('shared:selection.clear') }).press('Enter')
    await expect(page.getByRole('button', { name: text('objects:deleteSelected') })).toHaveCount(0)
    await expect(grid.getByRole('button', { name: 'folder', exact: true })).toBeFocused()

    await page.reload()
    await expect(grid).toBeVisible()
    await grid.getByRole('button', { name: 'folder', exact: true }).click()
    await expect(page).toHaveURL(/\/folder\/$/)
    await page.getByRole('button', { name: text('preview:grid.list') }).click()
    await expect(rowOf(page, 'inside.txt')).toBeVisible()
  })
})
