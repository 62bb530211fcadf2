import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, fillLoginForm, test, visit } from '../src/journey.ts'
import { downloadOf, rowOf, uploadFiles, uploadPaths } from '../src/object-browser.ts'
import { startPrefixProxy } from '../src/prefix-proxy.ts'
import type { StorageProcess } from '../src/storage-process.ts'
import { text } from '../src/text.ts'

const MIB = 1024 * 1024
const NGINX = text('shared:proxyLimit', { setting: text('shared:proxySettings.nginx') })
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()

test('the bare address leads to the first page, an unknown one to 404, and a deep one reloads under the prefix of an operator', async ({
  page,
  signIn,
  given,
  storage,
  sharedConsole,
}) => {
  await test.step('the bare address leads to the first page that the session allows', async () => {
    await signIn()
    await page.goto('/')
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goBack()
    await expect(page, 'the redirect is not in the history').not.toHaveURL(/\/dashboard$/)
  })

  await test.step('what a page asks first is loaded with its scripts, once', async () => {
    // Only the rows in sight are drawn.
    const bucket = await given.bucket('a-first')
    await given.object(bucket, 'a & "b"/beach.jpg')
    for (const [address, shown, first] of [
      ['/buckets', bucket, /\/buckets\?names_only=true$/],
      [`/object-browser/${bucket}/a%20%26%20%22b%22/`, 'beach.jpg', /\/objects\?prefix=/],
    ] as const) {
      await page.goto(address)
      await expect(rowOf(page, shown)).toBeVisible()
      const loads = await page.evaluate<[name: string, by: string][]>(
        `performance.getEntriesByType('resource').map(({ name, initiatorType }) => [name, initiatorType])`,
      )
      const by = loads.filter(([name]) => first.test(name)).map(([, by]) => by)
      expect(by, address).toEqual(['link'])
    }
  })

  await test.step(`an unknown address shows 404 within the console's layout`, async () => {
    await page.goto('/no/such/page')

    await expect(page.getByRole('heading', { name: '404 Not Found' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('so does an unknown address below a page that exists', async () => {
    const bucket = await given.bucket()
    for (const address of [
      '/settings/notifications/add/webhook',
      '/settings/notifications/pigeon',
      '/settings/tiers/unknown',
      '/settings/tiers/add/tape',
      `/buckets/${bucket}/unknown`,
      `/buckets/${bucket}/summary/more`,
      `/buckets/${bucket}/access/unknown`,
    ]) {
      await visit(page, address)
      await expect(page.getByRole('heading', { name: '404 Not Found' }), address).toBeVisible()
    }
  })

  await test.step('a deep address reloads under the prefix of an operator', async () => {
    // The pages of the step before still preload others.
    await page.goto('about:blank')
    await page.context().clearCookies()
    const bucket = await given.bucket()
    await given.object(bucket, 'photos/beach.jpg')
    const base = `${sharedConsole.url}/api/proxy/ns/t`
    await walkBelow(page, base, bucket, storage)
  })
})

test('a deep address reloads under the prefix of a trusted proxy, whose limit for requests is named', async ({
  page,
  given,
  storage,
  ownConsole,
  provokes,
}) => {
  const bucket = await given.bucket()
  await given.object(bucket, 'photos/beach.jpg')
  const env = { COOPERAGE_TRUSTED_PROXIES: 'loopback', COOPERAGE_TRANSFERS: 'console' }
  const { url } = await ownConsole({ env })
  const proxy = await startPrefixProxy(url, '/storage/console', { maxBytes: MIB })
  const folder = tempFolder('large-files')
  try {
    await walkBelow(page, proxy.url, bucket, storage)
    await test.step('a request above its limit is refused with the name of the setting', async () => {
      provokes(413)
      await fillLoginForm(page, storage.root)
      await expect(page).toHaveURL(`${proxy.url}/dashboard`)
      await page.goto(`${proxy.url}/object-browser/${bucket}/photos/`)
      await expect(rowOf(page, 'beach.jpg')).toBeVisible()
      const whole = emptyFile(folder.path, 'whole.bin', 2 * MIB)
      await uploadPaths(page, [whole, emptyFile(folder.path, 'in-parts.bin', 17 * MIB)])
      await expect(page.getByRole('region', { name: 'Uploads', exact: true }).getByText(NGINX)).toHaveCount(2)

      const link = { kind: 'upload', bucket, path: 'photos/', expiry: inAnHour(), max_uses: 1, max_bytes: 4 * MIB }
      const created = await page.request.post(`${proxy.url}/api/v1/share-links`, { data: link })
      const { address } = (await created.json()) as { address: string }
      await page.goto(`${proxy.url}/${address}`)
      await page.getByLabel('Files').setInputFiles(whole)
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('a proxy in front of this page refuses files of this size')).toBeVisible()
    })
    // The proxy doesn't forward sockets: one that the page still opens would end with it, and be reported.
    await page.close()
  } finally {
    await proxy.close()
    folder.remove()
  }
})

function emptyFile(folder: string, name: string, size: number): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  truncateSync(path, size)
  return path
}

/** Signs in, creates, uploads, downloads and reloads below a base path without leaving it, except to the storage server. */
async function walkBelow(
  page: Parameters<typeof fillLoginForm>[0],
  base: string,
  bucket: string,
  { url: storage, root }: Pick<StorageProcess, 'url' | 'root'>,
): Promise<void> {
  const strayed: string[] = []
  page.on('request', (request) => {
    const isBelow = [base, storage].some((place) => request.url().startsWith(`${place}/`))
    if (!isBelow) strayed.push(request.url())
  })
  await page.goto(`${base}/login`)
  await fillLoginForm(page, root)
  await expect(page).toHaveURL(`${base}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()

  const folder = `${base}/object-browser/${bucket}/photos/`
  await page.goto(folder)
  const row = rowOf(page, 'beach.jpg')
  await expect(row).toBeVisible()
  await page.reload()
  await expect(row).toBeVisible()
  await expect(page).toHaveURL(folder)

  await uploadFiles(page, [{ name: 'forest.jpg', buffer: Buffer.from('forest') }])
  await expect(rowOf(page, 'forest.jpg')).toBeVisible()
  expect((await downloadOf(page, row)).bytes.toString()).toBe('photos/beach.jpg')

  const cookies = await page.context().cookies()
  const { pathname } = new URL(`${base}/`)
  expect(cookies.map(({ path }) => path)).toEqual(cookies.map(() => pathname))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${base}/login`)
  expect(strayed).toEqual([])
}
