import { expectAccessible } from '../src/accessibility.ts'
import { expect, fillLoginForm, test, visit } from '../src/journey.ts'
import { downloadOf, rowOf, uploadFiles } from '../src/object-browser.ts'
import { startPrefixProxy } from '../src/prefix-proxy.ts'

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
    await walkBelow(page, base, bucket, storage.root)
  })
})

test('a deep address reloads under the prefix of a trusted proxy', async ({ page, given, storage, ownConsole }) => {
  const bucket = await given.bucket()
  await given.object(bucket, 'photos/beach.jpg')
  const { url } = await ownConsole({ env: { COOPERAGE_TRUSTED_PROXIES: 'loopback' } })
  const proxy = await startPrefixProxy(url, '/storage/console')
  try {
    await walkBelow(page, proxy.url, bucket, storage.root)
    // The proxy doesn't forward sockets: one that the page still opens would end with it, and be reported.
    await page.close()
  } finally {
    await proxy.close()
  }
})

/** Signs in, creates, uploads, downloads and reloads below a base path without leaving it. */
async function walkBelow(
  page: Parameters<typeof fillLoginForm>[0],
  base: string,
  bucket: string,
  root: Parameters<typeof fillLoginForm>[1],
): Promise<void> {
  const strayed: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`)) strayed.push(request.url())
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
