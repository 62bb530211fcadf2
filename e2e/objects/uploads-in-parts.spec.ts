/** A large file is uploaded in parts, which survive whatever happens to the page. */
import { randomBytes } from 'node:crypto'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { holdUploads } from '../src/hold-calls.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { downloadOf, rowOf, uploadPaths } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

const MIB = 1024 * 1024
const PART = 16 * MIB
const NAME = 'film.bin'
/** Sent to the storage server. */
const PARTS = /[?&]partNumber=\d/
/** The calls of the console too. */
const UPLOADS = /\/objects\/upload|[?&]partNumber=\d/
/** What the browser keeps of the uploads. */
const RECORDS = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('cooperage-uploads')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const all = opening.result.transaction('uploads').objectStore('uploads').getAll()
    all.onsuccess = () => resolve(all.result)
  }
})`
const allowsAll = (bucket: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['s3:*'], Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`] }],
})

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Uploads', exact: true })
const button = (page: Page, key: 'pause' | 'resume' | 'chooseAgain') =>
  panelOf(page).getByRole('button', { name: text(`transfers:${key}`, { name: NAME }) })

/** Chooses the file in the row of its upload. */
async function chooseAgain(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'chooseAgain').click()
  await (await chooser).setFiles(path)
}

test(
  'an upload is paused and resumed, shown in another tab, and finished after a reload and a new sign-in',
  ON_MINIO_TOO,
  async ({ page, context, signIn, given, storage, provokes }) => {
    provokes(401)
    const bucket = await given.bucket()
    const folder = `/object-browser/${bucket}/`
    const files = tempFolder('journey-parts')
    const path = join(files.path, NAME)
    const content = randomBytes(5 * PART - 1)
    const write = (bytes: Buffer, modified: string) => {
      writeFileSync(path, bytes)
      utimesSync(path, new Date(modified), new Date(modified))
    }
    write(content, '2026-01-01')
    // The upload stays at 40 % however fast the machine is.
    const release = await holdUploads(page, PARTS, 2)
    await signIn()
    await page.goto(folder)
    await expect(page.getByText('This bucket is empty')).toBeVisible()

    await uploadPaths(page, [path])
    const stored = '32.0 MiB of 80.0 MiB'
    await expect(panelOf(page).getByRole('listitem').getByText(stored)).toBeVisible()
    const tab = await context.newPage()
    await tab.goto(folder)
    await expect(panelOf(tab).getByText(text('transfers:inOtherTab'))).toBeVisible()
    const sentByTab: string[] = []
    tab.on('request', (request) => {
      if (request.method() !== 'GET' && UPLOADS.test(request.url())) sentByTab.push(request.url())
    })
    await uploadPaths(tab, [path])
    await expect(tab.getByText('An error occurred while uploading the file(s).')).toBeVisible()
    expect(sentByTab, 'two tabs do not upload the same file').toEqual([])
    await button(page, 'pause').click()
    await expect(panelOf(page).getByText(text('transfers:paused', { progress: stored }))).toBeVisible()
    const again = text('transfers:pausedForFile', { progress: stored })
    await expect(panelOf(tab).getByText(again), 'the other tab may take over').toBeVisible()
    await tab.close()
    await button(page, 'resume').click()
    await expect(button(page, 'pause')).toBeVisible()
    await expectAccessible(page)
    const [record, ...others] = await page.evaluate<Record<string, unknown>[]>(RECORDS)
    expect(others).toEqual([])
    expect(record, 'nothing in it gives access').toEqual({
      id: JSON.stringify([`/ ${storage.root.accessKey}`, bucket, NAME]),
      account: `/ ${storage.root.accessKey}`,
      ...{ bucket, prefix: '', name: NAME, size: content.length, lastModified: Date.parse('2026-01-01') },
      ...{ partSize: PART, uploadId: expect.any(String), isPaused: false, isCanceled: false },
    })

    await context.clearCookies()
    await page.reload()
    await release()
    await signIn({ keys: await given.user(allowsAll(bucket)) })
    await page.goto(folder)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    await expect(panelOf(page), 'the list of another account').toHaveCount(0)
    await context.clearCookies()
    await signIn()
    await page.goto(folder)
    await expect(panelOf(page).getByText(again)).toBeVisible()
    write(randomBytes(5 * PART - 1), '2026-01-02')
    await chooseAgain(page, path)
    await expect(panelOf(page).getByText(text('transfers:otherFile'))).toBeVisible()

    write(content, '2026-01-01')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'PUT' || !PARTS.test(request.url())) return
      sent.push(new URL(request.url()).searchParams.get('partNumber') ?? '')
    })
    await chooseAgain(page, path)
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible({ timeout: 30_000 })
    await expect(rowOf(page, NAME)).toBeVisible()
    // Which two of the first three parts had passed depends on the machine.
    expect(new Set(sent).size, 'only the missing parts').toBe(3)
    expect(sent).toHaveLength(3)
    const { bytes } = await downloadOf(page, rowOf(page, NAME))
    expect(bytes.equals(content)).toBe(true)
    const uploads = await storage.request({ method: 'GET', bucket, query: { uploads: '', prefix: NAME } })
    expect(uploads.text).not.toContain('<Upload>')
    files.remove()
  },
)
