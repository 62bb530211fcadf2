/** Files are stored whole whatever fails on their way, and a canceled one leaves nothing behind. */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { tempFolder } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { startFailingProxy } from '../src/failing-proxy.ts'
import { givenAt } from '../src/given.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { networkOf, rowOf, uploadFiles, uploadPaths } from '../src/object-browser.ts'
import { SCALE, SCALED, STRESS } from '../src/scale.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { errorText, text } from '../src/text.ts'

const MIB = 1024 * 1024
const PART = 16 * MIB
const isLong = SCALE > 1
/** The last one is shorter. More than are sent while the network comes back, which isn't slow yet. */
const PARTS = isLong ? 40 : 10
const SIZE = PARTS * PART - 12_345
/** How long everything stays cut off after the page has reported it. */
const CUT_MS = isLong ? 60_000 : 0
const SMALL_FILES = 200
/** One of that many requests fails, from the second on. */
const FAILS_OF = 20
/** To the console, or to the storage server. */
const PART_CALLS = /\/objects\/uploads\/part\?|[?&]partNumber=/
const NAME = 'film.bin'
/** So slow that every fault hits parts that are being sent. */
const SLOW_BYTES_PER_SECOND = MIB

/** Each fault hits both ways; what only the direct one can have is in direct.spec.ts. */
const WAYS = ['direct', 'console'] as const

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Uploads', exact: true })
const away = (page: Page): Locator => page.getByText('An error has ocurred, the backend cannot be reached.')

for (const way of WAYS)
  test(`a file in parts is stored whole or not at all, whatever fails on its way: ${way}`, {
    // On MinIO only in the long run: it waits for a minute, and uploads-in-parts.spec.ts resumes an upload there.
    tag: [isLong ? SCALED.tag : '@scaled', STRESS.tag].flat(),
  }, async ({ page, signIn, ownStorage, ownConsole, provokes }) => {
    test.setTimeout(isLong ? 15 * 60_000 : 240_000)
    provokes(500, 502, 503, 'unreachable', ...(way === 'direct' ? ['blocked' as const] : []))
    const storage = await ownStorage()
    const bucket = await givenAt(storage).bucket()
    const console = await ownConsole({ storage, env: { COOPERAGE_TRANSFERS: way } })
    const file = await randomFile()
    await signIn({ at: console.url })
    await page.goto(`${console.url}/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    const parts = await watchParts(page)
    const tryNow = panelOf(page).getByRole('button', { name: text('transfers:tryNow') })
    const storageDown = panelOf(page).getByText(errorText('StorageUnreachable'))

    const network = await networkOf(page)
    await network.limitUploads(SLOW_BYTES_PER_SECOND)
    await uploadPaths(page, [file.path])
    await parts.sending()
    await storage.kill()
    await expect(storageDown).toBeVisible({ timeout: 30_000 })
    await panelOf(page)
      .getByRole('button', { name: text('transfers:cancel', { name: NAME }) })
      .click()
    await expect(panelOf(page).getByText('1 canceled')).toBeVisible()
    await storage.start()
    await uploadFiles(page, [{ name: 'small.txt', buffer: Buffer.from('small') }])
    await expect(rowOf(page, 'small.txt'), 'another file is uploaded meanwhile').toBeVisible({ timeout: 30_000 })
    await expect.poll(() => incompleteUploads(storage, bucket), 'what was canceled is removed').toBe(0)

    await network.restore()
    const resume = parts.holdAfter(0.4 * PARTS)
    await uploadPaths(page, [file.path])
    await expect.poll(() => storedParts(storage, bucket), { timeout: 120_000 }).toBe(0.4 * PARTS)
    await network.limitUploads(SLOW_BYTES_PER_SECOND)
    resume()
    await parts.sending()
    await storage.kill()
    await expect(storageDown).toBeVisible({ timeout: 30_000 })
    await delay(CUT_MS)
    let sending = parts.sending()
    await storage.start()
    await tryNow.click({ timeout: 2_000 }).catch(() => undefined)
    await sending

    await console.kill()
    await expect(away(page)).toBeVisible({ timeout: 30_000 })
    await delay(CUT_MS)
    sending = parts.sending()
    await console.start()
    await retried(page)
    await sending

    await network.cut()
    await expect(away(page)).toBeVisible({ timeout: 30_000 })
    await delay(CUT_MS)
    sending = parts.sending()
    await network.limitUploads(SLOW_BYTES_PER_SECOND)
    await retried(page)
    await sending

    await page.reload()
    sending = parts.sending()
    await chosenAgain(page, file.path)
    await sending
    await network.restore()
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible({ timeout: 120_000 })
    await expect(rowOf(page, NAME)).toBeVisible()
    expect(parts.failed()).toBeGreaterThanOrEqual(isLong ? 3 : 1)
    expect(await sha256Of(storage, bucket)).toBe(file.sha256)
    expect(await incompleteUploads(storage, bucket)).toBe(0)
    file.remove()
  })

for (const way of WAYS)
  test(
    `small files are all stored when one request in 20 fails: ${way}`,
    way === 'direct' ? ON_MINIO_TOO : {},
    async ({ page, signIn, given, storage, ownConsole, provokes }) => {
      provokes(500, 502, ...(way === 'direct' ? ['blocked' as const, 'unreachable' as const] : []))
      const bucket = await given.bucket()
      let stores = 0
      let failed = 0
      const proxy = await startFailingProxy(storage.url, ({ method, url }) => {
        if (method !== 'PUT' || !url?.startsWith(`/${bucket}/`)) return false
        stores += 1
        const fails = stores % FAILS_OF === 2
        if (fails) failed += 1
        return fails
      })
      const console = await ownConsole({ storage: proxy, env: { COOPERAGE_TRANSFERS: way } })
      await signIn({ at: console.url })
      await page.goto(`${console.url}/object-browser/${bucket}/`)
      await expect(page.getByText('This bucket is empty')).toBeVisible()
      let forms = 0
      await page.route(/\/objects\/upload\?/, async (route) => {
        forms += 1
        if (forms % FAILS_OF === 2) await route.fulfill({ status: 500, body: 'broken' })
        else await route.continue()
      })

      const files = Array.from({ length: SMALL_FILES }, (_, index) => ({
        name: `${String(index).padStart(3, '0')}.bin`,
        buffer: randomBytes(4096),
      }))
      await uploadFiles(page, files)
      await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible({ timeout: 60_000 })
      await expect(panelOf(page).getByRole('heading', { name: `Uploaded ${SMALL_FILES} files` })).toBeVisible()
      expect(failed).toBeGreaterThanOrEqual(SMALL_FILES / FAILS_OF)
      expect(stores, 'only what failed is sent again').toBe(SMALL_FILES + failed)
      for (const { name, buffer } of files) {
        const { bytes } = await storage.request({ method: 'GET', bucket, key: name })
        expect([name, bytes.equals(buffer)]).toEqual([name, true])
      }
      await proxy.close()
    },
  )

test('a page of a proxy in front of the console doesn’t count as its response', async ({
  page,
  signIn,
  given,
  storage,
  ownConsole,
}) => {
  const bucket = await given.bucket()
  const console = await ownConsole({ storage, env: { COOPERAGE_TRANSFERS: 'console' } })
  await signIn({ at: console.url })
  await page.goto(`${console.url}/object-browser/${bucket}/`)
  await expect(page.getByText('This bucket is empty')).toBeVisible()
  const pages = new Set<string>()
  await page.route(/\/objects\/(upload|uploads\/part)\?/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pages.has(pathname)) return await route.continue()
    pages.add(pathname)
    await route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' })
  })
  const folder = tempFolder('journey-faults')
  const path = join(folder.path, NAME)
  const film = randomBytes(2 * PART)
  writeFileSync(path, film)
  await uploadFiles(page, [{ name: 'small.txt', buffer: Buffer.from('small') }])
  await uploadPaths(page, [path])
  await expect(panelOf(page).getByRole('heading', { name: 'Uploaded 2 files' })).toBeVisible({ timeout: 60_000 })
  expect(pages.size, 'one of each kind').toBe(2)
  expect((await storage.request({ method: 'GET', bucket, key: 'small.txt' })).text).toBe('small')
  expect((await storage.request({ method: 'GET', bucket, key: NAME })).bytes.equals(film)).toBe(true)
  folder.remove()
})

/** A file of random bytes on this machine. */
async function randomFile() {
  const folder = tempFolder('journey-faults')
  const path = join(folder.path, NAME)
  await pipeline(function* () {
    for (let left = SIZE; left > 0; left -= MIB) yield randomBytes(Math.min(MIB, left))
  }, createWriteStream(path))
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { path, sha256: hash.digest('hex'), remove: () => folder.remove() }
}

/** Of the stored object, read in ranges: the whole one is too large for a response of a test. */
async function sha256Of(storage: StorageProcess, bucket: string): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < SIZE; at += 4 * PART) {
    const headers = { range: `bytes=${at}-${at + 4 * PART - 1}` }
    hash.update((await storage.request({ method: 'GET', bucket, key: NAME, headers })).bytes)
  }
  const { headers } = await storage.request({ method: 'HEAD', bucket, key: NAME })
  expect(headers['content-length']).toBe(String(SIZE))
  return hash.digest('hex')
}

/** The part requests of a page, of which one in {@link FAILS_OF} fails, alternately with and without a response. */
async function watchParts(page: Page) {
  let seen = 0
  let sent = 0
  let failed = 0
  let left = Number.POSITIVE_INFINITY
  let held = Promise.resolve()
  await page.route(PART_CALLS, async (route) => {
    seen += 1
    if (seen % FAILS_OF === 2) {
      failed += 1
      return await (failed % 2 === 1 ? route.fulfill({ status: 500, body: 'broken' }) : route.abort('connectionreset'))
    }
    left -= 1
    if (left < 0) await held
    sent += 1
    // A call that the page has aborted can't continue.
    await route.continue().catch(() => undefined)
  })
  return {
    failed: () => failed,
    /** Waits until another part is being sent. */
    async sending() {
      const before = sent
      await expect.poll(() => sent, { message: 'another part is being sent', timeout: 60_000 }).toBeGreaterThan(before)
    },
    /** Holds all parts but the next ones until the returned function is called. */
    holdAfter(passing: number): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      left = passing
      held = promise
      return () => {
        left = Number.POSITIVE_INFINITY
        resolve()
      }
    },
  }
}

async function storedParts(storage: StorageProcess, bucket: string): Promise<number> {
  const { text: uploads } = await storage.request({ method: 'GET', bucket, query: { uploads: '', prefix: NAME } })
  const uploadId = /<UploadId>([^<]+)/.exec(uploads)?.[1]
  if (uploadId === undefined) return 0
  const { text: parts } = await storage.request({ method: 'GET', bucket, key: NAME, query: { uploadId } })
  return parts.split('<Part>').length - 1
}

/** Multipart uploads that the storage still lists. */
async function incompleteUploads(storage: StorageProcess, bucket: string): Promise<number> {
  const { text: uploads } = await storage.request({ method: 'GET', bucket, query: { uploads: '', prefix: NAME } })
  return uploads.split('<Upload>').length - 1
}

/** The page also retries automatically, so either may happen first. */
async function retried(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: 'Retry', exact: true })
    .click({ timeout: 2_000 })
    .catch(() => undefined)
}

async function chosenAgain(page: Page, path: string): Promise<void> {
  const again = panelOf(page).getByRole('button', { name: text('transfers:chooseAgain', { name: NAME }) })
  const chooser = page.waitForEvent('filechooser')
  await again.click()
  await (await chooser).setFiles(path)
}
