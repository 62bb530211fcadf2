/** A folder of many small files is uploaded in little memory. How long the page pauses is measured by the bench `in-browser`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import type { Page } from '@playwright/test'
import { givenAt } from '../src/given.ts'
import { expect, test } from '../src/journey.ts'
import { uploadFolder } from '../src/object-browser.ts'
import { SCALED } from '../src/scale.ts'

const FILES = 10_000
/** Memory of the tab for each file, and of an empty page. */
const MAX_FILE_BYTES = 2_000
const MAX_EMPTY_BYTES = 60 * 2 ** 20

test(
  'a folder of 10,000 files is uploaded, and takes little memory of the page',
  SCALED,
  async ({ page, signIn, ownStorage, ownConsole }) => {
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
    await uploadFolder(page, join(folder.path, 'photos'))
    const panel = page.getByRole('region', { name: 'Uploads', exact: true })
    const list = panel.getByRole('region')
    await expect(list).toBeVisible({ timeout: 60_000 })
    await list.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await expect(panel.getByRole('listitem').last()).toHaveAttribute('aria-posinset', String(FILES))
    expect(await panel.getByRole('listitem').count(), 'only visible rows are rendered').toBeLessThan(60)
    await expect(panel.getByRole('heading', { name: 'Uploaded 10,000 files' })).toBeVisible({ timeout: 10 * 60_000 })
    const heap = await heapBytes(page)
    expect(heap).toBeLessThan(MAX_EMPTY_BYTES + FILES * MAX_FILE_BYTES)
    folder.remove()
  },
)

async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  return (await devtools.send('Runtime.getHeapUsage')).usedSize
}
