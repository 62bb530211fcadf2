/** A folder of many small files is uploaded while the page stays responsive. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { givenAt } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { uploadFolder } from '../src/object-browser.ts'
import { SCALED } from '../src/scale.ts'

const FILES = 10_000
/** Longer tasks are felt as a pause. */
const MAX_TASK_MS = 100
/** Memory of the tab for each file, and of an empty page. */
const MAX_FILE_BYTES = 2_000
const MAX_EMPTY_BYTES = 60 * 2 ** 20

test(
  'a folder of 10,000 files is uploaded without a pause of the page',
  SCALED,
  async ({ page, signIn, ownStorage, ownConsole }, info) => {
    test.setTimeout(15 * 60_000)
    const storage = await ownStorage()
    const bucket = await givenAt(storage).bucket()
    const console = await ownConsole({ storage })
    const folder = tempFolder('journey-many')
    for (let at = 0; at < FILES; at++) {
      const inner = join(folder.path, 'photos', `day ${at % 50}`)
      if (at < 50) mkdirSync(inner, { recursive: true })
      writeFileSync(join(inner, `${at}.txt`), `file ${at} of a folder\n`.repeat(40))
    }
    await signIn({ at: console.url })
    await page.goto(`${console.url}/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    await page.evaluate(WATCH)
    await uploadFolder(page, join(folder.path, 'photos'))
    const panel = page.getByRole('region', { name: 'Uploads', exact: true })
    const list = panel.getByRole('region')
    await expect(list).toBeVisible({ timeout: 60_000 })
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await expect(panel.getByRole('listitem').last()).toHaveAttribute('aria-posinset', String(FILES))
    expect(await panel.getByRole('listitem').count(), 'only visible rows are rendered').toBeLessThan(60)
    const { ms, tasks } = await page.evaluate<{ ms: number; tasks: number[] }>(untilTitle('Uploaded 10,000 files'))
    const heap = await heapBytes(page)
    const perFile = (ms / FILES).toFixed(2)
    info.annotations.push({
      type: 'measured',
      description: `${perFile} ms per file, ${(heap / 2 ** 20).toFixed(1)} MiB of memory, tasks above 50 ms: ${tasks.join(', ')}`,
    })
    globalThis.console.log(info.annotations.at(-1)?.description)
    expect(tasks.filter((task) => task > MAX_TASK_MS)).toEqual([])
    expect(heap).toBeLessThan(MAX_EMPTY_BYTES + FILES * MAX_FILE_BYTES)
    folder.remove()
  },
)

/** Records long tasks after the browser has handed over the files, which takes it one task that no page can divide. */
const WATCH = `{
  window.tasks = []
  addEventListener('change', () => { window.chosenAt = performance.now() }, { capture: true, once: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      if (startTime > window.chosenAt) window.tasks.push(Math.round(duration))
    }
  }).observe({ entryTypes: ['longtask'] })
}`

/** Waits without asking the page again and again, which would be a separate task. */
const untilTitle = (title: string) => `new Promise((resolve) => {
  const panel = document.querySelector('section[aria-label=Uploads]')
  const look = () => {
    if (panel.querySelector('h2').textContent !== '${title}') return
    observer.disconnect()
    resolve({ ms: performance.now() - window.chosenAt, tasks: window.tasks })
  }
  const observer = new MutationObserver(look)
  observer.observe(panel, { subtree: true, childList: true, characterData: true })
  look()
})`

async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize
}
