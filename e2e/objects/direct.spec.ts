/** Objects travel between the browser and the storage server, or through the console where that fails. */
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { type Fault, IMITATION, PORTAL, startFailingProxy } from '../src/failing-proxy.ts'
import { expect, ON_MINIO_TOO, test } from '../src/journey.ts'
import { downloadOf, rowOf, uploadFiles, uploadPaths } from '../src/object-browser.ts'
import { text } from '../src/text.ts'

const MIB = 1024 * 1024
const PART = 16 * MIB

const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Uploads', exact: true })

/** The requests of a page that move objects: to the storage server, or to the console. */
function watchTransfers(page: Page, storage: string): { direct: string[]; throughConsole: string[] } {
  const seen = { direct: [] as string[], throughConsole: [] as string[] }
  page.on('request', (request) => {
    const url = new URL(request.url())
    const call = `${request.method()} ${url.pathname}`
    if (url.origin === new URL(storage).origin) {
      if (!url.searchParams.has('location')) seen.direct.push(call)
      expect(request.headers().referer || undefined, 'the storage server learns no address of the page').toBeUndefined()
    } else if (/\/objects\/(upload|uploads\/part|download)$/.test(url.pathname)) seen.throughConsole.push(call)
  })
  return seen
}

test(
  'files are uploaded to the storage server and downloaded from it, byte for byte',
  ON_MINIO_TOO,
  async ({ page, signIn, given, storage }) => {
    const bucket = await given.bucket()
    const folder = tempFolder('journey-direct')
    const path = join(folder.path, 'film.bin')
    const film = randomBytes(2 * PART + 17)
    writeFileSync(path, film)
    const small = [
      { name: 'empty.dat', buffer: Buffer.alloc(0) },
      { name: 'Zoë & 50% #1?.txt', buffer: Buffer.from('Liebe Zoë') },
      { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>document.title = "ran"</script>') },
    ]
    await signIn()
    const seen = watchTransfers(page, storage.url)
    await page.goto(`/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    expect(seen.direct, 'nothing before the first transfer').toEqual([])

    await uploadFiles(page, small)
    await expect(page.getByText('Object(s) uploaded successfully.')).toBeVisible()
    await expect(panelOf(page).getByText(text('transfers:direct'))).toBeVisible()
    await expectAccessible(page)
    await uploadPaths(page, [path])
    await expect(panelOf(page).getByRole('heading', { name: 'Uploaded 4 files' })).toBeVisible({ timeout: 30_000 })
    const puts = seen.direct.filter((call) => call.startsWith('PUT '))
    expect(puts.toSorted()).toEqual(
      [
        `PUT /${bucket}/Zo%C3%AB%20%26%2050%25%20%231%3F.txt`,
        `PUT /${bucket}/empty.dat`,
        ...Array.from({ length: 3 }, () => `PUT /${bucket}/film.bin`),
        `PUT /${bucket}/page.html`,
      ].toSorted(),
    )
    const { headers } = await storage.request({ method: 'HEAD', bucket, key: 'page.html' })
    expect(headers['content-type']).toBe('text/html')

    for (const { name, buffer } of [...small, { name: 'film.bin', buffer: film }]) {
      const { fileName, bytes } = await downloadOf(page, rowOf(page, name))
      // The system's own names can't have a question mark.
      expect(fileName.replaceAll('_', '?')).toBe(name)
      expect(bytes.equals(buffer), name).toBe(true)
    }
    expect(seen.direct.filter((call) => call.startsWith('GET '))).toHaveLength(4)
    expect(seen.throughConsole).toEqual([])
    expect(await page.title()).not.toBe('ran')
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage, location.href])')).not.toContain('X-Amz')
    folder.remove()
  },
)

test('what the storage server refuses to pages goes through the console, which is explained', async ({
  page,
  signIn,
  given,
  storage,
  ownConsole,
  provokes,
}) => {
  provokes('blocked', 'unreachable', 500)
  const bucket = await given.bucket()
  let refuses = false
  let refused = 0
  // Without CORS headers, as a server whose rules were changed.
  const proxy = await startFailingProxy(storage.url, ({ headers }) => {
    const isOfPage = headers.origin !== undefined
    if (refuses && isOfPage) refused += 1
    return refuses && isOfPage
  })
  const { url } = await ownConsole({ storage: proxy })
  await signIn({ at: url })
  await page.goto(`${url}/object-browser/${bucket}/`)
  await expect(page.getByText('This bucket is empty')).toBeVisible()

  await test.step('while it works, directly', async () => {
    await uploadFiles(page, [{ name: 'first.txt', buffer: Buffer.from('first') }])
    await expect(panelOf(page).getByText(text('transfers:direct'))).toBeVisible()
    await expect(rowOf(page, 'first.txt')).toBeVisible()
  })

  await test.step('in the middle of a file, without sending its stored parts again', async () => {
    const folder = tempFolder('journey-direct')
    const path = join(folder.path, 'film.bin')
    const film = randomBytes(5 * PART)
    writeFileSync(path, film)
    const seen = watchTransfers(page, proxy.url)
    let stored = 0
    page.on('response', (response) => {
      if (response.request().method() !== 'PUT' || !response.url().includes('partNumber=')) return
      stored += 1
      refuses = true
    })
    await uploadPaths(page, [path])
    await expect(panelOf(page).getByRole('heading', { name: 'Uploaded 2 files' })).toBeVisible({ timeout: 60_000 })
    expect(stored, 'some were stored directly').toBeGreaterThan(0)
    expect(refused).toBeGreaterThan(0)
    const throughConsole = seen.throughConsole.filter((call) => call.endsWith('/uploads/part'))
    expect(throughConsole).toHaveLength(5 - stored)
    const { bytes } = await storage.request({ method: 'GET', bucket, key: 'film.bin' })
    expect(bytes.equals(film)).toBe(true)
    folder.remove()

    const way = panelOf(page).getByRole('button', { name: text('transfers:throughConsole') })
    await way.click()
    const origin = new URL(proxy.url).origin
    await expect(page.getByText(text('transfers:obstacles.failed', { origin }))).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('from the start, once the page finds out', async () => {
    await uploadFiles(page, [{ name: 'second.txt', buffer: Buffer.from('second') }])
    await expect(rowOf(page, 'second.txt')).toBeVisible()
    await panelOf(page)
      .getByRole('button', { name: text('transfers:throughConsole') })
      .click()
    const origin = new URL(proxy.url).origin
    await expect(page.getByText(text('transfers:obstacles.unreachable', { origin }))).toBeVisible()
    await page.keyboard.press('Escape')
    const { bytes } = await downloadOf(page, rowOf(page, 'second.txt'))
    expect(bytes.toString()).toBe('second')
  })

  await test.step('and directly again once it works again, by the next upload', async () => {
    refuses = false
    await uploadFiles(page, [{ name: 'third.txt', buffer: Buffer.from('third') }])
    await expect(panelOf(page).getByText(text('transfers:direct'))).toBeVisible()
    await expect(rowOf(page, 'third.txt')).toBeVisible()
  })

  await test.step('a download that the storage server breaks off is repeated through the console', async () => {
    const address = `${new URL(proxy.url).origin}/**`
    await page.route(address, (route) => route.abort('connectionreset'))
    const { fileName, bytes } = await downloadOf(page, rowOf(page, 'third.txt'))
    expect([fileName, bytes.toString()]).toEqual(['third.txt', 'third'])
  })
  await proxy.close()
})

test('what disappears on its way goes through the console', async ({ page, signIn, given, storage }) => {
  const bucket = await given.bucket()
  await page.clock.install()
  await signIn()
  await page.goto(`/object-browser/${bucket}/`)
  await expect(page.getByText('This bucket is empty')).toBeVisible()
  let lost = 0
  await page.route(`${new URL(storage.url).origin}/**`, async (route) => {
    if (route.request().method() === 'PUT') lost += 1
    else await route.continue()
  })
  await uploadFiles(page, [{ name: 'lost.txt', buffer: Buffer.from('found') }])
  await expect.poll(() => lost).toBe(1)
  await page.clock.fastForward(60_000)
  await expect(rowOf(page, 'lost.txt')).toBeVisible()
  await expect(panelOf(page).getByRole('button', { name: text('transfers:throughConsole') })).toBeVisible()
  expect((await storage.request({ method: 'GET', bucket, key: 'lost.txt' })).text).toBe('found')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test(
  'whatever stands between browser and storage server, every byte is right and the way is explained',
  ON_MINIO_TOO,
  async ({ page, signIn, given, storage, ownConsole, provokes }) => {
    provokes('blocked', 'unreachable', 403, 409, 429, 503)
    const bucket = await given.bucket()
    let fault: Fault = false
    let hit = 0
    const proxy = await startFailingProxy(storage.url, ({ method, url = '', headers }) => {
      const isOfPage = headers.origin !== undefined || url.includes('response-content-disposition')
      if (!fault || !isOfPage || method === 'OPTIONS' || url.includes('location=')) return false
      hit += 1
      return fault
    })
    const { url } = await ownConsole({ storage: proxy })
    await signIn({ at: url })
    await page.goto(`${url}/object-browser/${bucket}/`)
    await expect(page.getByText('This bucket is empty')).toBeVisible()
    const folder = tempFolder('journey-direct')
    const film = randomBytes(2 * PART)
    const faults: [string, Exclude<Fault, boolean>][] = [
      ['a captive portal', PORTAL],
      ['a captive portal that imitates', IMITATION],
      ['stripped ETags', { strips: ['etag'] }],
      ['stripped permission', { strips: ['access-control-allow-origin'] }],
      ['a refused time', { ...PORTAL, status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }],
      ['a limited rate', { ...PORTAL, status: 429 }],
      ['an overloaded server', { ...PORTAL, status: 503 }],
    ]
    const uploaded = (count: number) => {
      const key = count === 1 ? 'transfers:finished_one' : 'transfers:finished_other'
      return panelOf(page).getByRole('heading', { name: text(key, { number: count }), exact: true })
    }
    for (const [name, each] of faults) {
      await test.step(name, async () => {
        fault = each
        hit = 0
        const [small, large] = [`${name}.txt`, `${name}.bin`]
        const path = join(folder.path, large)
        writeFileSync(path, film)
        // An object that was there before, of the same size, is no proof that the new one is stored.
        await given.object(bucket, small, '-'.repeat(name.length))
        await uploadFiles(page, [{ name: small, buffer: Buffer.from(name) }])
        await page
          .getByRole('dialog')
          .getByRole('button', { name: text('transfers:conflict.overwrite') })
          .click()
        await expect(uploaded(1)).toBeVisible({ timeout: 60_000 })
        expect(hit, 'the small file was tried directly').toBeGreaterThan(0)
        hit = 0
        await uploadPaths(page, [path])
        await expect(uploaded(2)).toBeVisible({ timeout: 60_000 })
        expect(hit, 'the large file was tried directly').toBeGreaterThan(0)
        if ('status' in each && (each.status === 429 || each.status === 503)) {
          await expect(panelOf(page).getByText(text('transfers:direct')), 'a busy server is no obstacle').toBeVisible()
        }
        expect((await storage.request({ method: 'GET', bucket, key: small })).text).toBe(name)
        expect((await storage.request({ method: 'GET', bucket, key: large })).bytes.equals(film)).toBe(true)
        // Without what the uploads have found out about the way.
        await page.reload()
        hit = 0
        const { fileName, bytes } = await downloadOf(page, rowOf(page, small))
        expect([fileName, bytes.toString()]).toEqual([small, name])
        expect(hit, 'the download was tried directly').toBeGreaterThan(0)
      })
    }
    folder.remove()
    await proxy.close()
  },
)
